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
import { unknownPicture } from './unknown-picture.ts';

/** What publishing a listing uses. */
export type PutPorts = {
  clock: Clock;
  feedChanges: FeedChanges;
  ids: Ids;
  listingWriter: ListingWriter;
  publishers: PublisherStore;
  pictures: SentPictures;
};

/** The pictures that publishers have sent. */
interface SentPictures {
  /** Whether the publisher has sent the picture; it stays for another day. */
  keep(publisherId: string, id: string): Promise<boolean>;
}

interface ToPut {
  /** The operation's name in the audit log. */
  readonly action: string;
  readonly namespace: string;
  readonly draft: DraftWithFacts;
  /** The version that the publisher has seen; undefined to replace any. */
  readonly seen: SeenVersion | undefined;
  readonly fromDraft?: DraftToPublish;
  /** A picture that the publisher has sent, or null for none; undefined keeps that of the listing. */
  readonly picture?: string | null | undefined;
}

/**
 * Publishes a listing of the caller; undefined when it belongs to another publisher or to none, or is another
 * version than the one that was seen. Throws UNAUTHORIZED
 * (PUBLISHER_BLOCKED), and INVALID_PAYLOAD for a picture that the caller has not sent.
 */
export async function putListing(
  ports: PutPorts,
  publisher: PublisherCaller,
  { action, namespace, draft, seen, fromDraft, picture }: ToPut,
): Promise<Listing | undefined> {
  const publisherId = publisher.publisherId || (await createPublisher(ports, publisher));
  const facts = {
    ...(picture !== undefined && { picture: picture ?? '' }),
    ...listingFacts(publisher, draft.sourceExternalId),
  };
  const audit = toAuditEntry(ports, publisher, action, '', facts);
  const toPut = { namespace, publisherId, draft, now: audit.at, newId: ports.ids.next('lst'), audit };
  const published = { draft: toPublishedDraft(publisher, fromDraft), picture };
  const listing = await ports.listingWriter.put(toPut, seen, published);
  if (listing === undefined) {
    await refuseBlocked(ports, publisherId);
    if (picture != null && !(await ports.pictures.keep(publisherId, picture))) throw unknownPicture();
  } else ports.feedChanges.announce();
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
