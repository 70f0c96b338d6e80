import type { PublisherCaller } from '../access/callers.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import { publisherFacts } from '../audit/publisher-facts.ts';
import { toAuditEntry } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { Clock } from '../clock.ts';
import type { FeedChanges } from './feed-changes.ts';
import type { Ids } from '../ids.ts';
import type { PublisherStore } from '../accounts/publisher-store.ts';
import type { Listing } from './listing.ts';
import { toPublishedDraft, type DraftToPublish } from './drafts/published-draft.ts';
import type { DraftWithFacts, SeenVersion, ListingWriter } from './listing-writer.ts';

/** What publishing a listing uses. */
export type PutPorts = {
  clock: Clock;
  feedChanges: FeedChanges;
  ids: Ids;
  listingWriter: ListingWriter;
  publishers: PublisherStore;
};

interface ToPut {
  /** The operation's name in the audit log. */
  readonly action: string;
  readonly namespace: string;
  readonly draft: DraftWithFacts;
  /** The version that the publisher has seen; undefined to replace any. */
  readonly seen: SeenVersion | undefined;
  readonly fromDraft?: DraftToPublish;
}

/**
 * Publishes a listing of the caller; undefined when it belongs to another publisher or to none, or is another
 * version than the one that was seen. Throws UNAUTHORIZED
 * (PUBLISHER_BLOCKED).
 */
export async function putListing(
  ports: PutPorts,
  publisher: PublisherCaller,
  { action, namespace, draft, seen, fromDraft }: ToPut,
): Promise<Listing | undefined> {
  const publisherId = publisher.publisherId || (await createPublisher(ports, publisher));
  const audit = toAuditEntry(ports, publisher, action, '', listingFacts(publisher, draft.sourceExternalId));
  const toPut = { namespace, publisherId, draft, now: audit.at, newId: ports.ids.next('lst'), audit };
  const listing = await ports.listingWriter.put(toPut, seen, toPublishedDraft(publisher, fromDraft));
  if (listing === undefined) await refuseBlocked(ports, publisherId);
  else ports.feedChanges.announce();
  return listing;
}

/** A service client becomes a publisher with its first listing, not with its first request. */
async function createPublisher(
  { publishers, clock }: { clock: Clock; publishers: PublisherStore },
  { namespace }: PublisherCaller,
): Promise<string> {
  return (await publishers.findOrCreate(namespace, clock.now())).id;
}

/** The facts of an audit entry about a publisher's own listing. */
export function listingFacts(publisher: PublisherCaller, sourceExternalId: string): AuditEntry['facts'] {
  return { sourceExternalId, ...publisherFacts(publisher) };
}

async function refuseBlocked(
  { publishers }: { publishers: PublisherStore },
  publisherId: string,
): Promise<void> {
  const [publisher] = await publishers.findMany([publisherId]);
  if (publisher === undefined || publisher.blockedReason === null) return;
  throw new DomainError(
    'UNAUTHORIZED',
    `The operator has blocked this publisher, so nothing was published. Reason: ${publisher.blockedReason}`,
    { reason: 'PUBLISHER_BLOCKED' },
  );
}
