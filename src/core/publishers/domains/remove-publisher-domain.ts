import { z } from 'zod';
import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import { expectedDomain, requireExpected, type OwnDomainPorts } from './claim-publisher-domain.ts';

/**
 * Removes the domain of the caller's publisher with its proof and token. Returns whether there was one. Throws INVALID_PAYLOAD
 * (DOMAIN_CHANGED) when it expects another one.
 */
export const removePublisherDomain = defineUseCase({
  permission: 'publisher-profile',
  input: z.object({ expected: expectedDomain }),

  async execute(ports: OwnDomainPorts, caller, { expected }): Promise<boolean> {
    const { publisherId } = caller;
    if (publisherId === '') return false;
    const removed = await ports.transaction(async (stores) => {
      const present = await stores.publisherDomains.lock(publisherId);
      if (present === undefined) return undefined;
      requireExpected(present, expected);
      await stores.publisherDomains.replace(publisherId, undefined);
      const facts = { domain: present.name, ...publisherFacts(caller) };
      await record(ports, stores, caller, 'removePublisherDomain', publisherId, facts);
      return present;
    });
    if (removed?.provenAt != null) ports.feedChanges.announce();
    return removed !== undefined;
  },
});
