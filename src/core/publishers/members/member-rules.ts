import { z } from 'zod';
import { roleMissing, type AccountCaller } from '../../access/callers.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import { emailAddress } from '../../values/email.ts';
import { requiredText } from '../../values/text.ts';
import type { Audited } from '../../audit/record.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import { MEMBER_ROLES, type PublisherMember, type PublisherMemberStore } from './publisher-member-store.ts';

/** What a change of members uses. */
export type MemberPorts<More = unknown> = Audited<
  { accounts: AccountStore; publishers: PublisherStore; publisherMembers: PublisherMemberStore } & More
>;

export const memberRole = z.enum(MEMBER_ROLES, `must be one of ${MEMBER_ROLES.join(', ')}.`);
export const memberReference = z.object({ email: emailAddress });
/** The input that names a publisher of somebody else. */
export const publisherReference = z.object({ publisher: requiredText(64) });

/** The member with an e-mail address. Throws NOT_FOUND. */
export function requireMember(members: readonly PublisherMember[], email: string): PublisherMember {
  const member = members.find((one) => one.email === email);
  if (member !== undefined) return member;
  throw new DomainError(
    'NOT_FOUND',
    'Nobody with this e-mail address is a member or invited: list the members to find the right one.',
  );
}

/**
 * Locks the members of the caller's publisher until the end of the transaction, and returns them. A caller who was removed, or lost the
 * role, since the request began changes nothing more. Throws UNAUTHORIZED (ROLE_MISSING).
 */
export async function lockMembers(
  { publisherMembers }: { publisherMembers: PublisherMemberStore },
  { publisherId, email, role }: AccountCaller,
  now: Date,
): Promise<PublisherMember[]> {
  await publisherMembers.lock(publisherId);
  const members = await publisherMembers.membersOf(publisherId, now);
  const own = members.find((member) => member.email === email);
  if (role !== 'OWNER' && (own?.role !== 'ADMIN' || own.joinedAt === null)) throw roleMissing();
  return members;
}

/** Locks the members of a publisher, and returns the one with the address of the caller. Throws NOT_FOUND. */
export async function lockOwnMembership(
  { publisherMembers }: { publisherMembers: PublisherMemberStore },
  publisherId: string,
  { email }: AccountCaller,
  now: Date,
): Promise<PublisherMember> {
  await publisherMembers.lock(publisherId);
  const members = await publisherMembers.membersOf(publisherId, now);
  const membership = members.find((member) => member.email === email);
  if (membership === undefined) throw noMembership();
  return membership;
}

export function noMembership(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'You are neither a member of this publisher nor invited, or the invitation has ended: ask for a new one.',
  );
}

/** The error for a role of the owner, which is no member. */
export function isOwner(): DomainError {
  return invalidPayload([
    { path: ['email'], message: 'is the address of the owner, whose role does not change.' },
  ]);
}
