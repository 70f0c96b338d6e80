import type { RateLimits } from '../../access/rate-limits.ts';
import { requireAllowance } from '../../access/require-allowance.ts';
import type { AccountMailStore } from '../../account-mails/account-mail-store.ts';
import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import { invalidPayload } from '../../errors.ts';
import type { Mail } from '../../mail.ts';
import { defineUseCase } from '../../use-case.ts';
import { blockedPublisher } from '../set-publisher-profile.ts';
import { isOwner, lockMembers, memberReference, memberRole, type MemberPorts } from './member-rules.ts';
import { MAX_MEMBERS, type PublisherMember } from './publisher-member-store.ts';

/** How soon the same invitation is a repetition. */
const REPEAT_MS = 300_000;

type InvitingPorts = { mail: Mail; rateLimits: RateLimits } & MemberPorts<{ accountMails: AccountMailStore }>;

/**
 * Invites an e-mail address to act for the caller's publisher. Whoever signs in with the address can accept for 14 days. Safe to
 * repeat: a member stays one, and an invitation gets the new role, its time and an e-mail anew. The same one within five minutes
 * changes nothing. Throws UNAUTHORIZED (PUBLISHER_BLOCKED, ROLE_MISSING), INVALID_PAYLOAD and RATE_LIMITED.
 */
export const invitePublisherMember = defineUseCase({
  permission: 'publisher-members',
  input: memberReference.extend({ role: memberRole }),

  async execute(ports: InvitingPorts, caller, { email, role }): Promise<PublisherMember> {
    const { publisherId } = caller;
    requireAllowance(await ports.rateLimits.consume('publisher-invitation', caller.accountId));
    return ports.transaction(async (stores) => {
      const invitedAt = ports.clock.now();
      const members = await lockMembers(stores, caller, invitedAt);
      const [publisher] = await stores.publishers.findMany([publisherId]);
      if (publisher === undefined || publisher.blockedReason !== null) throw blockedPublisher(publisher);
      const ownerId = await findAccountOfPublisher(stores, publisherId);
      const owner = ownerId === undefined ? undefined : await stores.accounts.find(ownerId);
      if (owner?.email === email) throw isOwner();
      const present = members.find((member) => member.email === email);
      if (present !== undefined && present.joinedAt !== null) return present;
      if (present === undefined && members.length >= MAX_MEMBERS) throw tooManyMembers();
      const member = { publisherId, email, role, invitedAt, invitedBy: caller.email, joinedAt: null };
      if (present !== undefined && isRepeated(present, member)) return present;
      await stores.publisherMembers.put(member, null);
      const facts = { invited: email, role, ...publisherFacts(caller) };
      await record(ports, stores, caller, 'invitePublisherMember', publisherId, facts);
      if (ports.mail.hasServer) {
        const { name } = publisher.profile;
        await stores.accountMails.queue({ kind: 'INVITED', ...member, publisherName: name });
      }
      return member;
    });
  },
});

/** A second click, or a request whose response was lost: it sends no second e-mail. */
function isRepeated(present: PublisherMember, { role, invitedBy, invitedAt }: PublisherMember): boolean {
  const age = invitedAt.getTime() - present.invitedAt.getTime();
  return age < REPEAT_MS && role === present.role && invitedBy === present.invitedBy;
}

function tooManyMembers() {
  const message = `The publisher has ${MAX_MEMBERS} members and invitations, which is the limit: remove one first.`;
  return invalidPayload([{ path: [], message }]);
}
