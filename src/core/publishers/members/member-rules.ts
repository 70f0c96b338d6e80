import { z } from 'zod';
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

/** The membership of an account in a publisher. Throws NOT_FOUND. */
export function requireInvitation(
  memberships: readonly PublisherMember[],
  publisherId: string,
): PublisherMember {
  const membership = memberships.find((one) => one.publisherId === publisherId);
  if (membership !== undefined) return membership;
  throw noMembership();
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
