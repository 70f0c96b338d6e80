import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import type { OperatorCaller } from '../../access/callers.ts';
import type { AuditLog } from '../../audit/audit-store.ts';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { FeedChanges } from '../feed-changes.ts';
import type { ListingStore } from '../listing-store.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import { requiredLabel, requiredText } from '../../values/text.ts';
import type { Listing } from '../listing.ts';

/** Why the operator hides a listing or blocks a publisher, for that publisher. */
export const takedownReason = requiredLabel(500);
export const listingId = z.object({ id: requiredText(64) });

interface HidingStores {
  readonly listings: ListingStore;
  readonly publishers: PublisherStore;
}
export type HidingPorts = { feedChanges: FeedChanges } & Audited<HidingStores>;

/** Hides a listing from the public, or shows it again (reason null). Throws NOT_FOUND. */
export async function setHidden(
  ports: HidingPorts,
  operator: OperatorCaller,
  action: string,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Listing> {
  const listing = await ports.transaction((stores) =>
    changeHidden(ports, stores, operator, action, { id, reason }),
  );
  ports.feedChanges.announce();
  return listing;
}

/** The same in a transaction of the caller, who announces the change of the feed afterwards. */
export async function changeHidden(
  ports: Pick<HidingPorts, 'clock' | 'ids'>,
  stores: HidingStores & { audit: AuditLog },
  operator: OperatorCaller,
  action: string,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Listing> {
  const changed = await stores.listings.setHidden(id, reason);
  if (changed === undefined)
    throw new DomainError(
      'NOT_FOUND',
      'There is no listing with this id: take it from the feed or its page.',
    );
  const account = await findAccountOfPublisher(stores, changed.publisherId);
  const facts = { ...(reason !== null && { reason }), ...(account !== undefined && { account }) };
  await record(ports, stores, operator, action, id, facts);
  return changed;
}
