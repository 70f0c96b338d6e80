import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import { lockMembers, memberReference, memberRole, requireMember, type MemberPorts } from './member-rules.ts';
import type { PublisherMember } from './publisher-member-store.ts';

/** Gives a member of the caller's publisher, or an invitation, another role, from its next request on. Throws NOT_FOUND. */
export const setPublisherMemberRole = defineUseCase({
  permission: 'publisher-members',
  input: memberReference.extend({ role: memberRole }),

  async execute(ports: MemberPorts, caller, { email, role }): Promise<PublisherMember> {
    const { publisherId } = caller;
    return ports.transaction(async (stores) => {
      const members = await lockMembers(stores, caller, ports.clock.now());
      const member = requireMember(members, email);
      if (member.role === role) return member;
      await stores.publisherMembers.setRole(publisherId, email, role);
      const facts = { changed: email, role, ...publisherFacts(caller) };
      await record(ports, stores, caller, 'setPublisherMemberRole', publisherId, facts);
      return { ...member, role };
    });
  },
});
