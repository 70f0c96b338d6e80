import { accountFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { invalidPayload } from '../../errors.ts';
import { defineUseCase } from '../../use-case.ts';
import { lockOwnMembership, noMembership, publisherReference, type MemberPorts } from './member-rules.ts';
import { MAX_MEMBERS } from './publisher-member-store.ts';
import type { PublisherMembership } from './publisher-memberships.ts';

/** Accepts the invitation to a publisher; safe to repeat. Throws NOT_FOUND and INVALID_PAYLOAD. */
export const acceptPublisherInvitation = defineUseCase({
  permission: 'account',
  input: publisherReference,

  async execute(ports: MemberPorts, caller, { publisher: publisherId }): Promise<PublisherMembership> {
    return ports.transaction(async (stores) => {
      const joinedAt = ports.clock.now();
      const invitation = await lockOwnMembership(stores, publisherId, caller, joinedAt);
      const [publisher] = await stores.publishers.findMany([publisherId]);
      if (publisher === undefined) throw noMembership();
      if (invitation.joinedAt !== null) return { ...invitation, publisher };
      const memberships = await stores.publisherMembers.membershipsOf(caller.email, joinedAt);
      if (memberships.filter((each) => each.joinedAt !== null).length >= MAX_MEMBERS)
        throw tooManyPublishers();
      const member = { ...invitation, joinedAt };
      await stores.publisherMembers.put(member, caller.accountId);
      const facts = { role: member.role, member: caller.email, ...accountFacts(publisher.namespace) };
      await record(ports, stores, caller, 'acceptPublisherInvitation', publisherId, facts);
      return { ...member, publisher };
    });
  },
});

function tooManyPublishers() {
  const message = `You are a member of ${MAX_MEMBERS} publishers, which is the limit: leave one first.`;
  return invalidPayload([{ path: [], message }]);
}
