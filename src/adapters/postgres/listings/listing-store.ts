import { raw, type SqlEntityManager } from '@mikro-orm/sql';
import { LEGACY_NAMESPACE, type Listing } from '../../../core/listings/listing.ts';
import { toPage } from '../../../core/values/paging.ts';
import type { ListingStore } from '../../../core/listings/listing-store.ts';
import { ListingEntity, type ListingRow } from '../connection/entities.ts';
import { INSERT_NEW, toRecords } from './listing-writer.ts';
import { pageOf } from '../connection/pages.ts';

/** All access to listings except the hot paths. */
export function createListingStore(em: SqlEntityManager): ListingStore {
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
        { id, publisherId, status: 'published' },
        {
          status: 'withdrawn',
          updatedAt: raw<Date>("greatest(?::timestamptz, updated_at + interval '1 millisecond')", [now]),
        },
      );
      return changed > 0;
    },
    async setVerified(id, verified) {
      await em.nativeUpdate(ListingEntity, { id }, { verified });
      return toListing(await em.findOne(ListingEntity, { id }, { refresh: true }));
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
      const sql = INSERT_NEW.replace('$1', '?');
      const { affectedRows } = await em.execute<{ affectedRows: number }>(
        sql,
        [JSON.stringify(toRecords([...distinct.values()]))],
        'run',
      );
      return affectedRows;
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

function toListing(row: ListingRow): Listing;
function toListing(row: ListingRow | null): Listing | undefined;
function toListing(row: ListingRow | null): Listing | undefined {
  return row === null
    ? undefined
    : { ...row, publisherId: row.publisherId ?? null, endDate: row.endDate ?? null };
}
