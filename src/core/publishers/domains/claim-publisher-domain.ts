import { z } from 'zod';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import { publisherFacts } from '../../audit/publisher-facts.ts';
import { record, type Audited } from '../../audit/record.ts';
import type { FeedChanges } from '../../listings/feed-changes.ts';
import { defineUseCase } from '../../use-case.ts';
import { DomainError, invalidPayload } from '../../errors.ts';
import { blockedPublisher, ensurePublisher } from '../set-publisher-profile.ts';
import { domainName } from './domain-name.ts';
import type { DomainProofs } from './domain-proofs.ts';
import type { PublisherDomainStore } from './publisher-domain-store.ts';
import { requireDomainChecks, type PublisherDomain } from './publisher-domain.ts';

/** What changes of the caller's own domain use. */
export type OwnDomainPorts = { domainProofs: DomainProofs; feedChanges: FeedChanges } & Audited<{
  publishers: PublisherStore;
  publisherDomains: PublisherDomainStore;
}>;

export const claimedDomain = z.object({ domain: domainName });

/** The domain that the caller has seen, or an empty text for none. */
export const expectedDomain = z.string().max(1_000, 'has more than 1000 characters.').nullish();

/**
 * Claims a domain for the caller's publisher, which gets the token that proves it. Another domain replaces the present one and its
 * proof; the present one stays as it is. Several publishers can claim a domain: each has a token of its own. Throws UNAUTHORIZED
 * (PUBLISHER_BLOCKED), INVALID_PAYLOAD for a public suffix, whose proof would cover the hosts of strangers, and INVALID_PAYLOAD
 * (DOMAIN_CHANGED) when it expects another domain than the present one.
 */
export const claimPublisherDomain = defineUseCase({
  permission: 'publisher-profile',
  input: claimedDomain.extend({ expected: expectedDomain }),

  async execute(ports: OwnDomainPorts, caller, { domain: name, expected }): Promise<PublisherDomain> {
    requireDomainChecks(ports.domainProofs);
    if (await ports.domainProofs.isPublicSuffix(name)) throw publicSuffix();
    const { domain, isReplaced } = await ports.transaction(async (stores) => {
      const id = await ensurePublisher(ports, stores, caller);
      const publisher = await stores.publishers.lock(id);
      if (publisher === undefined || publisher.blockedReason !== null) throw blockedPublisher(publisher);
      const present = await stores.publisherDomains.lock(id);
      if (present?.name === name) return { domain: present, isReplaced: false };
      requireExpected(present, expected);
      const claimed = { name, token: ports.ids.next('dom') };
      await stores.publisherDomains.replace(id, claimed);
      await record(ports, stores, caller, 'claimPublisherDomain', id, {
        domain: name,
        ...publisherFacts(caller),
      });
      const unproven = { provenAt: null, provenBy: null, checkedAt: null, trouble: null };
      return { domain: { ...claimed, ...unproven }, isReplaced: present?.provenAt != null };
    });
    if (isReplaced) ports.feedChanges.announce();
    return domain;
  },
});

/** Throws INVALID_PAYLOAD (DOMAIN_CHANGED) unless nothing is expected, or the present domain, or none where there is none. */
export function requireExpected(
  present: PublisherDomain | undefined,
  expected: z.output<typeof expectedDomain>,
): void {
  if (expected == null || expected === (present?.name ?? '')) return;
  const message = 'is not what the domain is now: it was changed meanwhile. Read it, then try again.';
  throw new DomainError('INVALID_PAYLOAD', `expected ${message}`, {
    reason: 'DOMAIN_CHANGED',
    details: [{ path: ['expected'], message }],
  });
}

function publicSuffix() {
  const message = 'is a public suffix: others have names below it. Claim your own name below it.';
  return invalidPayload([{ path: ['domain'], message }]);
}
