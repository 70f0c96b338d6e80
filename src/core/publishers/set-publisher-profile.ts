import type { PublisherCaller } from '../access/callers.ts';
import type { Publisher, PublisherStore } from '../accounts/publisher-store.ts';
import { publisherFacts } from '../audit/publisher-facts.ts';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import { defineUseCase } from '../use-case.ts';
import { publisherProfile } from '../accounts/publishers/publisher-profile.ts';

/** What a change of the caller's own publisher uses. */
export type OwnPublisherPorts = { feedChanges: FeedChanges } & Audited<{ publishers: PublisherStore }>;

/** Replaces the public profile of the caller's publisher. Throws UNAUTHORIZED (PUBLISHER_BLOCKED). */
export const setPublisherProfile = defineUseCase({
  permission: 'publisher-profile',
  input: publisherProfile,

  async execute(ports: OwnPublisherPorts, caller, profile): Promise<Publisher> {
    const publisher = await ports.transaction(async (stores) => {
      const id = await ensurePublisher(ports, stores, caller);
      const changed = await stores.publishers.setProfile(id, profile);
      if (changed === undefined || changed.blockedReason !== null) throw blockedPublisher(changed);
      const facts = { ...(profile.name !== null && { name: profile.name }), ...publisherFacts(caller) };
      await record(ports, stores, caller, 'setPublisherProfile', id, facts);
      return changed;
    });
    ports.feedChanges.announce();
    return publisher;
  },
});

/** The caller's publisher; a service client becomes one with its first change. */
export async function ensurePublisher(
  { clock }: Pick<OwnPublisherPorts, 'clock'>,
  { publishers }: { publishers: PublisherStore },
  { publisherId, namespace }: PublisherCaller,
): Promise<string> {
  return publisherId || (await publishers.findOrCreate(namespace, clock.now())).id;
}

/** The error for a publisher that the operator has blocked. */
export function blockedPublisher(publisher: Publisher | undefined): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    `The operator has blocked this publisher, so nothing was changed. Reason: ${publisher?.blockedReason ?? ''}`,
    { reason: 'PUBLISHER_BLOCKED' },
  );
}
