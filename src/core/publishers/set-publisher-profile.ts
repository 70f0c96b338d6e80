import { z } from 'zod';
import type { PublisherCaller } from '../access/callers.ts';
import type { Publisher, PublisherStore } from '../accounts/publisher-store.ts';
import { publisherFacts } from '../audit/publisher-facts.ts';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalText } from '../values/text.ts';
import {
  NAME_CHARACTERS,
  publisherProfile,
  TEXT_CHARACTERS,
  type PublisherProfile,
} from '../accounts/publishers/publisher-profile.ts';

/** What a change of the caller's own publisher uses. */
export type OwnPublisherPorts = { feedChanges: FeedChanges } & Audited<{ publishers: PublisherStore }>;

/**
 * Replaces the public profile of the caller's publisher. A change that expects another profile than the present one is refused,
 * unless it would change nothing. Throws UNAUTHORIZED (PUBLISHER_BLOCKED) and INVALID_PAYLOAD (PROFILE_CHANGED).
 */
export const setPublisherProfile = defineUseCase({
  permission: 'publisher-profile',
  input: publisherProfile.extend({
    /** The profile that the caller has seen. */
    expected: z
      .object({
        name: optionalText(NAME_CHARACTERS, null),
        text: optionalText(TEXT_CHARACTERS, null),
        links: z.array(z.string()).max(100, 'has more than 100 links.').nullish(),
      })
      .nullish(),
  }),

  async execute(ports: OwnPublisherPorts, caller, { expected, ...profile }): Promise<Publisher> {
    const { publisher, isChanged } = await ports.transaction(async (stores) => {
      const id = await ensurePublisher(ports, stores, caller);
      const present = await stores.publishers.lock(id);
      if (present === undefined || present.blockedReason !== null) throw blockedPublisher(present);
      // Also for a change that is repeated because its response was lost.
      if (isSame(present.profile, profile)) return { publisher: present, isChanged: false };
      if (expected && !isSame(present.profile, { ...expected, links: expected.links ?? [] }))
        throw profileChanged();
      await stores.publishers.setProfile(id, profile);
      const facts = { ...(profile.name !== null && { name: profile.name }), ...publisherFacts(caller) };
      await record(ports, stores, caller, 'setPublisherProfile', id, facts);
      return { publisher: { ...present, profile }, isChanged: true };
    });
    if (isChanged) ports.feedChanges.announce();
    return publisher;
  },
});

function isSame(one: PublisherProfile, other: PublisherProfile): boolean {
  return (
    one.name === other.name && one.text === other.text && one.links.join('\n') === other.links.join('\n')
  );
}

function profileChanged(): DomainError {
  const message = 'is not what the profile is now: it was changed meanwhile. Read it, then change it again.';
  return new DomainError('INVALID_PAYLOAD', `expected ${message}`, {
    reason: 'PROFILE_CHANGED',
    details: [{ path: ['expected'], message }],
  });
}

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
