import { isDeepStrictEqual } from 'node:util';
import { NO_FACTS } from '../../../src/core/listings/facts/listing-facts.ts';
import type { PublisherStore } from '../../../src/core/accounts/publisher-store.ts';
import type { AuditLog } from '../../../src/core/audit/audit-store.ts';
import type { FeedChanges } from '../../../src/core/listings/feed-changes.ts';
import { LEGACY_NAMESPACE, VERIFIED_FIELDS, type Listing } from '../../../src/core/listings/listing.ts';
import { LISTING_TEXTS } from '../../../src/core/listings/listing-draft.ts';
import type { ListingMigration } from '../../../src/core/listings/listing-migration.ts';
import type { ListingStore } from '../../../src/core/listings/listing-store.ts';
import type { ListingToPut, ListingWriter } from '../../../src/core/listings/listing-writer.ts';
import type { NewReportMail, ReportMailStore } from '../../../src/core/reports/mails/report-mail-store.ts';
import type { ListingReportStore } from '../../../src/core/reports/listing-report-store.ts';
import type { ListingDecision } from '../../../src/core/reports/listing-report.ts';
import { only, pageNewestFirst, type Memory } from './memory.ts';

const MOST_NAMED = 20;

export interface FakeListings {
  readonly listings: ListingStore;
  readonly listingWriter: ListingWriter;
  readonly listingMigration: ListingMigration;
}

export function createListings(
  memory: Memory,
  publishers: PublisherStore,
  audit: Pick<AuditLog, 'add'>,
): FakeListings {
  const listings = memory.table<Listing>();
  /** What `applyBlock` has hidden. */
  const blocked = memory.table<{ readonly id: string }>();
  const isPublic = ({ id, status, hiddenReason }: Listing) =>
    status === 'published' && hiddenReason === null && !blocked.find((row) => row.id === id);
  const isBlocked = async (id: string | null) =>
    id !== null && (await publishers.findMany([id])).some(({ blockedReason }) => blockedReason !== null);
  const named = (namespace: string, sourceExternalId: string) => (row: Listing) =>
    row.namespace === namespace && row.sourceExternalId === sourceExternalId;
  return {
    listings: {
      find: async (namespace, sourceExternalId) => listings.find(named(namespace, sourceExternalId)),
      async findOwn({ publisherId, namespace }, reference) {
        const own = listings.rows.filter(
          (row) =>
            row.publisherId === publisherId &&
            ('id' in reference
              ? row.id === reference.id
              : row.sourceExternalId === reference.sourceExternalId &&
                [namespace, LEGACY_NAMESPACE].includes(row.namespace)),
        );
        return own.find((row) => row.namespace === namespace) ?? own[0];
      },
      findPublished: async (ids) => listings.rows.filter((row) => ids.includes(row.id) && isPublic(row)),
      async withdraw(publisherId, id, now) {
        const changed = listings.update(
          (row) => row.id === id && row.publisherId === publisherId && row.status === 'published',
          (row) => ({ status: 'withdrawn', updatedAt: laterThan(row.updatedAt, now) }),
        );
        return changed.length > 0;
      },
      async setVerified(id, verified, updatedAt) {
        const listing = listings.find((row) => row.id === id);
        if (listing && updatedAt && listing.updatedAt.getTime() !== updatedAt.getTime()) return 'outdated';
        return listings.update(
          (row) => row.id === id,
          () => ({ verified }),
        )[0];
      },
      lock: async (id) => listings.find((row) => row.id === id),
      setHidden: async (id, hiddenReason) =>
        listings.update(
          (row) => row.id === id,
          () => ({ hiddenReason }),
        )[0],
      async applyBlock(publisherId) {
        const own = listings.rows.filter((row) => row.publisherId === publisherId);
        if (!(await isBlocked(publisherId)))
          return blocked.remove(({ id }) => own.some((row) => row.id === id)).length;
        const shown = own.filter(isPublic);
        for (const { id } of shown) blocked.add({ id });
        return shown.length;
      },
      async assignLegacy(sourceExternalId, publisherId) {
        const isMeant = named(LEGACY_NAMESPACE, sourceExternalId);
        return listings.update(
          (row) => isMeant(row) && row.publisherId === null,
          () => ({ publisherId }),
        )[0];
      },
      async importLegacy(sent) {
        const distinct = new Map(sent.map((listing) => [listing.draft.sourceExternalId, listing]));
        const missing = [...distinct.values()].filter(
          ({ namespace, draft }) => !listings.find(named(namespace, draft.sourceExternalId)),
        );
        for (const listing of missing) listings.add(toListing(listing));
        return missing.length;
      },
      async pageOf(publisherId, page) {
        const own = listings.rows.filter((row) => row.publisherId === publisherId);
        return pageNewestFirst(own, (row) => row.updatedAt, page);
      },
      async publishedPageOf(publisherId, page) {
        const published = listings.rows.filter((row) => row.publisherId === publisherId && isPublic(row));
        return pageNewestFirst(published, (row) => row.updatedAt, page);
      },
    },
    listingWriter: {
      async put(listing, seen) {
        const { namespace, publisherId, draft, now } = listing;
        const isMeant = named(namespace, draft.sourceExternalId);
        if (await isBlocked(publisherId)) return undefined;
        const existing = listings.find(isMeant);
        const note = async (id: string) => {
          if (listing.audit) await audit.add({ ...listing.audit, subject: id });
        };
        if (existing === undefined) {
          const created = toListing(listing);
          listings.add(created);
          await note(created.id);
          return created;
        }
        if (publisherId === null || existing.publisherId !== publisherId) return undefined;
        const isChanged =
          existing.status !== 'published' ||
          [...LISTING_TEXTS, 'endDate' as const].some(
            (name) => String(existing[name]) !== String(draft[name]),
          ) ||
          !isDeepStrictEqual(existing.facts, draft.facts ?? existing.facts);
        const isSeen = seen instanceof Date && seen.getTime() === existing.updatedAt.getTime();
        if (seen !== undefined && !isSeen && isChanged) return undefined;
        const [replaced] = listings.update(isMeant, (row) => ({
          ...draft,
          facts: draft.facts ?? row.facts,
          verified: row.verified && VERIFIED_FIELDS.every((field) => row[field] === draft[field]),
          status: 'published',
          updatedAt: laterThan(row.updatedAt, now),
        }));
        if (isChanged) await note(existing.id);
        return replaced;
      },
    },
    listingMigration: {
      async migrate(from, to) {
        const standing = (row: Listing) => listings.find(named(to.namespace, row.sourceExternalId));
        const own = listings.rows.filter((row) => row.namespace === from.namespace);
        const collisions = own
          .filter((row) => row.status === 'published' && standing(row)?.status === 'published')
          .map(({ sourceExternalId }) => sourceExternalId)
          .toSorted();
        if (collisions.length > 0)
          return { count: collisions.length, sourceExternalIds: collisions.slice(0, MOST_NAMED) };
        const givingWay = own.flatMap((row) => (row.status === 'published' ? (standing(row)?.id ?? []) : []));
        const replaced = listings.remove((row) => givingWay.includes(row.id)).length;
        const staying = own.filter((row) => standing(row)).map(({ id }) => id);
        const migrated = listings.update(
          (row) => row.publisherId === from.id && !staying.includes(row.id),
          (row) => ({
            publisherId: to.id,
            namespace: row.namespace === from.namespace ? to.namespace : row.namespace,
          }),
        ).length;
        return { migrated, left: staying.length, replaced };
      },
    },
  };
}

function toListing({ namespace, publisherId, draft, now, newId }: ListingToPut): Listing {
  return {
    ...draft,
    facts: draft.facts ?? NO_FACTS,
    id: newId,
    namespace,
    publisherId,
    verified: false,
    status: 'published',
    hiddenReason: null,
    uploadedPicture: null,
    picture: null,
    createdAt: now,
    updatedAt: now,
  };
}

function laterThan(earlier: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), earlier.getTime() + 1));
}

/** The decisions to hide listings, and the mails about them; whatever else concerns reports is tested in the database only. */
export function createDecisions(memory: Memory) {
  const decisions = memory.table<ListingDecision>();
  const mails = memory.table<NewReportMail>();
  const addDecision: ListingReportStore['addDecision'] = async (decision) => decisions.add(decision);
  const queue: ReportMailStore['queue'] = async (mail) => mails.add(mail);
  return {
    listingReports: only<ListingReportStore>('listingReports', { addDecision }),
    reportMails: only<ReportMailStore>('reportMails', { queue }),
    hidings: { decisions, mails },
  };
}

/** Counts the announcements. */
export interface FakeFeedChanges extends FeedChanges {
  readonly announced: number;
}

export function createFeedChanges(): FakeFeedChanges {
  let announced = 0;
  return {
    get announced() {
      return announced;
    },
    announce() {
      announced += 1;
    },
  };
}
