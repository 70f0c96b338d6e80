import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import { lockMembers, memberReference, requireMember, type MemberPorts } from './member-rules.ts';
import type { PublisherMember } from './publisher-member-store.ts';

/** Removes a member of the caller's publisher, or an invitation, at once and on every instance. Throws NOT_FOUND. */
export const removePublisherMember = defineUseCase({
  permission: 'publisher-members',
  input: memberReference,

  async execute(ports: MemberPorts, caller, { email }): Promise<PublisherMember> {
    const { publisherId } = caller;
    return ports.transaction(async (stores) => {
      const members = await lockMembers(stores, caller, ports.clock.now());
      const member = requireMember(members, email);
      await stores.publisherMembers.remove(publisherId, email);
      const facts = { removed: email, ...publisherFacts(caller) };
      await record(ports, stores, caller, 'removePublisherMember', publisherId, facts);
      return member;
    });
  },
});
