import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import type { DomainProofs } from './domain-proofs.ts';
import type { PublisherDomainStore } from './publisher-domain-store.ts';
import type { PublisherDomain } from './publisher-domain.ts';

interface OwnDomain {
  /** Whether this service checks domains. */
  readonly checksAreOn: boolean;
  /** Undefined while the caller claims none. */
  readonly domain: PublisherDomain | undefined;
}

/** The domain that the caller's own publisher claims, with its token. */
export const myPublisherDomain = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({}),

  async execute(
    {
      domainProofs,
      publisherDomains,
    }: { domainProofs: DomainProofs; publisherDomains: PublisherDomainStore },
    { publisherId },
  ): Promise<OwnDomain> {
    const domain = publisherId === '' ? undefined : await publisherDomains.find(publisherId);
    return { checksAreOn: domainProofs.isOn, domain };
  },
});
