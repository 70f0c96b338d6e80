import { z } from 'zod';
import type { RateLimits } from '../../access/rate-limits.ts';
import { requireAllowance } from '../../access/require-allowance.ts';
import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record } from '../../audit/record.ts';
import { defineUseCase } from '../../use-case.ts';
import type { OwnDomainPorts } from './claim-publisher-domain.ts';
import { nextStanding } from './next-standing.ts';
import type { PublisherDomainStore } from './publisher-domain-store.ts';
import { noDomain, requireDomainChecks, type PublisherDomain } from './publisher-domain.ts';

type CheckingPorts = OwnDomainPorts & { publisherDomains: PublisherDomainStore; rateLimits: RateLimits };

/**
 * Looks for the token of the domain that the caller's publisher claims, and returns the domain with its new standing. Throws
 * NOT_FOUND, RATE_LIMITED and SERVICE_UNAVAILABLE.
 */
export const checkPublisherDomain = defineUseCase({
  permission: 'publisher-profile',
  input: z.object({}),

  async execute(ports: CheckingPorts, caller): Promise<PublisherDomain> {
    const { clock, domainProofs, feedChanges, publisherDomains, rateLimits } = ports;
    const { publisherId } = caller;
    requireDomainChecks(domainProofs);
    const claimed = publisherId === '' ? undefined : await publisherDomains.find(publisherId);
    if (claimed === undefined) throw noDomain();
    requireAllowance(await rateLimits.consume('domain-check', publisherId));
    const finding = await domainProofs.look(claimed);
    const { domain, isChanged } = await ports.transaction(async (stores) => {
      const present = await stores.publisherDomains.lock(publisherId);
      if (present === undefined) throw noDomain();
      // Claimed during the check: what was found says nothing about it.
      if (present.token !== claimed.token) return { domain: present, isChanged: false };
      const { checkAt, ...standing } = nextStanding(present, finding, clock.now());
      await stores.publisherDomains.saveStanding(publisherId, standing, checkAt);
      const wasProven = present.provenAt !== null;
      if (wasProven !== (standing.provenAt !== null)) {
        const facts = { domain: present.name, proven: !wasProven, ...publisherFacts(caller) };
        await record(ports, stores, caller, 'checkPublisherDomain', publisherId, facts);
      }
      return { domain: { ...present, ...standing }, isChanged: wasProven || standing.provenAt !== null };
    });
    if (isChanged) feedChanges.announce();
    return domain;
  },
});
