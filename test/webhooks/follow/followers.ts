import { randomBytes, randomUUID } from 'node:crypto';
import { createStores } from '../../../src/adapters/postgres/stores.ts';
import { createListingWriter } from '../../../src/adapters/postgres/listings/listing-writer.ts';
import { createFeedMatches } from '../../../src/adapters/postgres/webhooks/feed-matches.ts';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { announceListings } from '../../../src/core/webhooks/announce/announce-listings.ts';
import { facetArguments, toFeedFilter } from '../../../src/core/feed/feed-query.ts';
import { statedFacts } from '../../../src/core/listings/facts/listing-facts.ts';
import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { parseInput } from '../../../src/core/use-case.ts';
import type { Webhook } from '../../../src/core/webhooks/webhook.ts';
import type { Ids } from '../../../src/core/ids.ts';
import type { OpenTestDatabase } from '../../support/database/open-database.ts';
import { draft } from '../../support/listings.ts';

export const ids: Ids = { next: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}` };

/** Follows the feed and publishes by the stores of a database, without a gateway. */
export function createFollowers({ database }: OpenTestDatabase) {
  const { sql } = database;
  const stores = createStores(database, ids);
  const writer = createListingWriter(sql);
  const feedMatches = createFeedMatches(sql);
  const query = (text: string, values: readonly unknown[] = []) => sql.query({ name: '', text }, values);
  const publishers = new Map<string, Promise<string>>();
  const publisherOf = (namespace: string) => {
    const id =
      publishers.get(namespace) ??
      stores.publishers.findOrCreate(namespace, new Date()).then((found) => found.id);
    publishers.set(namespace, id);
    return id;
  };
  return {
    sql,
    stores,
    query,
    feedMatches,
    webhookQueue: createWebhookQueue(sql),
    /** Returns the id of a webhook that follows this filter. */
    async follow(filter: object = {}): Promise<string> {
      const now = new Date();
      const input = parseInput(facetArguments, { filter });
      const webhook: Webhook = {
        id: ids.next('whk'),
        providerId: null,
        accountId: ids.next('acc'),
        filter: null,
        url: 'https://receiver.example/',
        events: ['listing.published'],
        createdAt: now,
        rotatedAt: null,
        disabledAt: null,
      };
      const bytes = (length: number) => new Uint8Array(randomBytes(length));
      const sealed = {
        ciphertext: bytes(8),
        nonce: bytes(12),
        tag: bytes(16),
        wrappedKey: bytes(8),
        keyId: 'k1',
      };
      const stored = { sealed, previousUntil: null, creationId: null };
      await stores.transaction(({ webhooks }) =>
        webhooks.follow(webhook, stored, toFeedFilter(input.filter, now)),
      );
      return webhook.id;
    },
    /** Publishes a listing, or replaces the one of the same ID. */
    async publish({ facts, ...fields }: Record<string, unknown> = {}, namespace = 'account:test') {
      const publisherId = await publisherOf(namespace);
      const listing = await writer.put({
        namespace,
        publisherId,
        draft: {
          ...parseInput(listingDraft, draft(fields)),
          ...(facts !== undefined && { facts: parseInput(statedFacts, facts) }),
        },
        now: new Date(),
        newId: ids.next('lst'),
      });
      return listing!;
    },
    /** Matches all changes. */
    async announce(): Promise<void> {
      while (await announceListings({ ids, feedMatches }));
    },
    /** The messages of a webhook: the ids of their listings, oldest first. */
    async messagesOf(webhookId: string): Promise<string[]> {
      const rows = await query(
        `select e.subject from webhook_delivery d join webhook_event e on e.id = d.event_id
          where d.webhook_id = $1 order by e.created_at, e.subject`,
        [webhookId],
      );
      return rows.map(([subject]) => String(subject));
    },
    async changes(): Promise<number> {
      return Number((await query('select count(*) from listing_change'))[0]?.[0]);
    },
    /** Removes all webhooks. */
    async clear(): Promise<void> {
      await query('truncate webhook, webhook_filter, listing_change, webhook_match, webhook_event cascade');
    },
  };
}
export type Followers = ReturnType<typeof createFollowers>;
