import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import type { Publisher, PublisherStore } from '../../accounts/publisher-store.ts';
import type { OperatorCaller } from '../../access/callers.ts';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { FeedChanges } from '../feed-changes.ts';
import type { ListingStore } from '../listing-store.ts';
import { requiredText } from '../../values/text.ts';

export const publisherId = z.object({ id: requiredText(64) });

export type BlockingPorts = { feedChanges: FeedChanges; listings: ListingStore } & Audited<{
  publishers: PublisherStore;
}>;

/** A publisher that was blocked or no longer is, and how many of its listings that has hidden or shown again. */
export interface BlockChange {
  readonly publisher: Publisher;
  readonly listings: number;
}

/**
 * Blocks a publisher, or ends its block (reason null), then hides or shows its listings. It can be repeated, also when it
 * failed in between. Throws NOT_FOUND.
 */
export async function setBlocked(
  ports: BlockingPorts,
  operator: OperatorCaller,
  action: string,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<BlockChange> {
  const publisher = await ports.transaction(async (stores) => {
    const changed = await stores.publishers.setBlocked(id, reason);
    if (changed === undefined)
      throw new DomainError(
        'NOT_FOUND',
        'There is no publisher with this id: take it from one of its listings.',
      );
    const account = await findAccountOfPublisher(stores, id);
    const facts = { ...(reason !== null && { reason }), ...(account !== undefined && { account }) };
    await record(ports, stores, operator, action, id, facts);
    return changed;
  });
  return { publisher, listings: await applyBlock(ports, id) };
}

/** Makes the listings of a publisher public or not, as the publisher is blocked or not; returns how many have changed. */
export async function applyBlock(
  { listings, feedChanges }: { feedChanges: FeedChanges; listings: ListingStore },
  id: string,
): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await listings.applyBlock(id);
    if (changed === 0) return total;
    total += changed;
    feedChanges.announce();
  }
}
