import { raw, type SqlEntityManager } from '@mikro-orm/sql';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { LEGACY_NAMESPACE, type Listing } from '../../../core/listings/listing.ts';
import { toPage } from '../../../core/values/paging.ts';
import type { ListingStore } from '../../../core/listings/listing-store.ts';
import { ListingEntity, type ListingRow } from '../connection/entities.ts';
import { INSERT_NEW, toRecords } from './listing-writer.ts';
import { pageOf } from '../connection/pages.ts';

// The trigger of the table withholds the listing again if it is still hidden or blocked.
const JUDGE = `status = case when withheld then 'published' else status end, withheld = false`;
const LOCK = 'select hidden_reason, publisher_id from listing where id = ? for no key update';
const SET_HIDDEN = `update listing set hidden_reason = ?, ${JUDGE} where id = ?`;
const BATCH = 1_000;
// The lock on the publisher orders a block and its end at the same time.
const apply = (isBlocked: boolean, condition: string) => `
  update listing set is_blocked = ${isBlocked}, ${JUDGE} where id = any(array(
    select l.id from publisher p join listing l on l.publisher_id = p.id
    where p.id = ? and ${condition} limit ${BATCH} for update of l for share of p))`;
const BLOCK = apply(true, `p.blocked_reason is not null and l.status = 'published'`);
const UNBLOCK = apply(false, 'p.blocked_reason is null and l.is_blocked');

/** All access to listings except the hot paths. */
export function createListingStore(em: SqlEntityManager): ListingStore {
  const change = async (statement: string, values: readonly unknown[]): Promise<number> =>
    (await em.execute<{ readonly affectedRows: number }>(statement, [...values], 'run')).affectedRows;
  return {
    async find(namespace, sourceExternalId) {
      return toListing(await em.findOne(ListingEntity, { namespace, sourceExternalId }));
    },
    async findOwn({ publisherId, namespace }, listing) {
      const rows = await em.find(
        ListingEntity,
        'id' in listing
          ? { id: listing.id, publisherId }
          : { ...listing, namespace: { $in: [namespace, LEGACY_NAMESPACE] }, publisherId },
      );
      return toListing(rows.find((row) => row.namespace === namespace) ?? rows[0] ?? null);
    },
    async findPublished(ids) {
      return (await em.find(ListingEntity, { id: { $in: [...ids] }, status: 'published' })).map((row) =>
        toListing(row),
      );
    },
    async withdraw(publisherId, id, now) {
      const changed = await em.nativeUpdate(
        ListingEntity,
        { id, publisherId, $or: [{ status: 'published' }, { withheld: true }] },
        {
          status: 'withdrawn',
          withheld: false,
          updatedAt: raw<Date>("greatest(?::timestamptz, updated_at + interval '1 millisecond')", [now]),
        },
      );
      return changed > 0;
    },
    async setVerified(id, verified, updatedAt) {
      const condition = { id, ...(updatedAt && { updatedAt }) };
      const changed = await em.nativeUpdate(ListingEntity, condition, { verified });
      const listing = toListing(await em.findOne(ListingEntity, { id }, { refresh: true }));
      return listing !== undefined && changed === 0 ? 'outdated' : listing;
    },
    async lock(id) {
      const [row] = await em.execute<LockedRow[]>(LOCK, [id]);
      return row && { hiddenReason: row.hidden_reason, publisherId: row.publisher_id };
    },
    async setHidden(id, reason) {
      await change(SET_HIDDEN, [reason, id]);
      return toListing(await em.findOne(ListingEntity, { id }, { refresh: true }));
    },
    async applyBlock(publisherId) {
      return (await change(BLOCK, [publisherId])) + (await change(UNBLOCK, [publisherId]));
    },
    async assignLegacy(sourceExternalId, publisherId) {
      const unowned = { namespace: LEGACY_NAMESPACE, sourceExternalId, publisherId: null };
      const changed = await em.nativeUpdate(ListingEntity, unowned, { publisherId });
      if (changed === 0) return undefined;
      return toListing(
        await em.findOne(ListingEntity, { namespace: LEGACY_NAMESPACE, sourceExternalId }, { refresh: true }),
      );
    },
    async importLegacy(listings) {
      const distinct = new Map(listings.map((listing) => [listing.draft.sourceExternalId, listing]));
      return change(INSERT_NEW.replace('$1', '?'), [JSON.stringify(toRecords([...distinct.values()]))]);
    },
    async pageOf(publisherId, page) {
      const rows = await pageOf(em, ListingEntity, { publisherId }, 'updatedAt', page);
      return toPage(
        rows.map((row) => toListing(row)),
        page,
      );
    },
    async publishedPageOf(publisherId, page) {
      // The literal lets PostgreSQL use the partial index.
      const published = { publisherId, [raw((alias) => `${alias}.status = 'published'`)]: [] };
      const rows = await pageOf(em, ListingEntity, published, 'updatedAt', page);
      return toPage(
        rows.map((row) => toListing(row)),
        page,
      );
    },
  };
}

/** A listing of a row. */
export function toListing(row: ListingRow): Listing;
export function toListing(row: ListingRow | null): Listing | undefined;
export function toListing(row: ListingRow | null): Listing | undefined {
  if (row === null) return undefined;
  const { withheld, status, fetchedPicture, fetchedFrom, ...listing } = row;
  const uploadedPicture = row.uploadedPicture ?? null;
  const fetched = fetchedFrom === row.image ? fetchedPicture : null;
  return {
    ...listing,
    status: withheld ? 'published' : status,
    publisherId: row.publisherId ?? null,
    endDate: row.endDate ?? null,
    facts: readFacts(row.facts),
    hiddenReason: row.hiddenReason ?? null,
    uploadedPicture,
    picture: uploadedPicture ?? fetched ?? null,
  };
}

interface LockedRow {
  readonly hidden_reason: string | null;
  readonly publisher_id: string | null;
}
