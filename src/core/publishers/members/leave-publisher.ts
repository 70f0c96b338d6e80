import { accountFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import { lockOwnMembership, publisherReference, type MemberPorts } from './member-rules.ts';

/** Ends the account's own membership in a publisher, or declines the invitation. Throws NOT_FOUND. */
export const leavePublisher = defineUseCase({
  permission: 'account',
  input: publisherReference,

  async execute(ports: MemberPorts, caller, { publisher: publisherId }): Promise<string> {
    await ports.transaction(async (stores) => {
      await lockOwnMembership(stores, publisherId, caller, ports.clock.now());
      await stores.publisherMembers.remove(publisherId, caller.email);
      const [publisher] = await stores.publishers.findMany([publisherId]);
      const facts = { member: caller.email, ...accountFacts(publisher?.namespace ?? '') };
      await record(ports, stores, caller, 'leavePublisher', publisherId, facts);
    });
    return publisherId;
  },
});
