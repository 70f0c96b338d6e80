import type { FeedMatches, MatchedListing } from '../../../core/feed/feed-matches.ts';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { LISTING_TEXTS, type ListingText } from '../../../core/listings/listing-draft.ts';
import { LISTING_EVENT } from '../../../core/webhooks/webhook.ts';
import { toColumn } from '../connection/to-column.ts';
import { toIsoInstant, type Sql, type TextRow } from '../connection/sql.ts';
import { keysOfListing } from './filter-statements.ts';
import { shownPicture } from '../listings/shown-picture.ts';
import { isLive } from './is-live.ts';

/** The changes of one batch: each is compared with few filters as a rule. */
const MAX_CHANGES = 200;

/** Whether values of a listing match the filter `f`; the words come last, since they cost most. */
const matches = (value: (column: string) => string) => `
  (f.platforms is null or ${value('platform_key')} = any(f.platforms))
  and (f.providers is null or ${value('provider_key')} = any(f.providers))
  and (f.verified is null or ${value('verified')} = f.verified)
  and (f.facts is null or coalesce(${value('facts')} @@ f.facts, false))
  and (f.include_ended or ${value('ends_at')} > now())
  and (f.ends_before is null or ${value('ends_at')} < f.ends_before)
  and (f.ends_after is null or (${value('ends_at')} > f.ends_after and ${value('ends_at')} < 'infinity'))
  and (f.words is null or ${value('search')} @@ f.words)`;

const TEXT_COLUMNS = LISTING_TEXTS.map((name) => `p.${toColumn(name)}`).join(', ');

// The filters are read in the order of (sequence, key, webhook_id), by the order of the nested loops over laterals, only until
// the limit ($2) is reached: the rows do not depend on how many filters have the same key. The concatenations decompress the words
// once. Unnamed, so that it is planned for the present size of the tables. A change that is compared in part, always the oldest,
// continues with the listing as it is then, whose keys may have changed: the next change of this listing counts as its first.
const NEXT = {
  name: '',
  text: `
    with change as materialized (
      select c.sequence, c.listing_id, c.after_key, c.after_webhook,
        c.was_published and not exists (
          select from listing_change e
          where e.listing_id = c.listing_id and e.sequence < c.sequence and e.after_key <> ''
            and e.sequence = (select min(sequence) from listing_change)
        ) as was_published, c.platform_key as old_platform_key,
        c.provider_key as old_provider_key, c.verified as old_verified, c.ends_at as old_ends_at,
        c.facts as old_facts, l.facts,
        c.search || ''::tsvector as old_search, l.status, l.platform_key, l.provider_key, l.verified, l.ends_at,
        l.search || ''::tsvector as search
      from (select * from listing_change order by sequence limit $1) c
        left join lateral (select * from listing where id = c.listing_id limit 1) l on true
      order by c.sequence
    ), examined as materialized (
      select c.sequence, c.listing_id, k.key, f.webhook_id,
        ${matches((column) => `c.${column}`)}
        and not (c.was_published and ${matches((column) => `c.old_${column}`)}) as is_match
      from change c
        cross join lateral (
          select distinct key from (${keysOfListing('c')}) own
          where c.status = 'published' and key >= c.after_key order by key offset 0
        ) k
        cross join lateral (
          select * from webhook_filter
          where key = k.key and webhook_id > case when k.key = c.after_key then c.after_webhook else '' end
          order by webhook_id offset 0
        ) f
      limit $2
    ), last as (
      select sequence, key, webhook_id from examined
      where (select count(*) from examined) = $2
      order by sequence desc, key desc, webhook_id desc limit 1
    ), matched as (
      select listing_id, json_agg(distinct webhook_id) as webhooks from examined where is_match group by listing_id
    ), first as (
      select distinct on (listing_id) listing_id, sequence from change order by listing_id, sequence
    )
    select c.sequence, last.key, last.webhook_id, m.webhooks, p.id, p.source_external_id, ${TEXT_COLUMNS}, p.end_date,
      p.facts, p.verified, p.created_at, p.updated_at, p.publisher_id, u.display_name,
      ${shownPicture('p')}
    from change c
      left join last on true
      left join first on first.sequence = c.sequence
      left join matched m on m.listing_id = first.listing_id
      left join lateral (select * from listing where id = m.listing_id limit 1) p on true
      left join lateral (select * from publisher where id = p.publisher_id limit 1) u on true
    where last.sequence is null or c.sequence <= last.sequence
    order by c.sequence`,
};

// A second search for the same changes stores no second delivery: the matches are unique. The id of a delivery contains the time
// and the unique part of its event's id: one that was given up while the listing was not public begins anew.
const SAVE = {
  name: '',
  text: `
    with finished as (
      delete from listing_change where sequence = any($2::bigint[]) returning sequence, listing_id, after_key
    ), next as (
      update listing_change c set was_published = false from finished f
      where f.after_key <> '' and c.listing_id = f.listing_id and c.sequence > f.sequence
        and c.sequence <> all($2::bigint[]) and c.sequence is distinct from $3::bigint
    ), advanced as (
      update listing_change set after_key = $4, after_webhook = $5 where sequence = $3::bigint
    ), sent as (
      select * from json_to_recordset($1) as sent (id text, "listingId" text, origin text, payload text, "webhookIds" json)
    ), fresh as (
      insert into webhook_match (webhook_id, listing_id)
      select h.id, sent."listingId"
      from sent cross join json_array_elements_text("webhookIds") as follower (id) join webhook h on h.id = follower.id
      where ${isLive('h')}
      order by 1, 2
      on conflict do nothing
      returning webhook_id, listing_id
    ), stored as (
      insert into webhook_event (id, type, subject, origin, payload)
      select id, '${LISTING_EVENT}', "listingId", origin, payload from sent
      where exists (select from fresh where fresh.listing_id = sent."listingId")
      on conflict (subject, type, origin) do update set origin = excluded.origin
      returning id, subject
    )
    insert into webhook_delivery (id, webhook_id, event_id, of_feed)
    select 'dlv_' || substr(stored.id, 5, 12) || substr(md5(stored.id || fresh.webhook_id), 1, 20),
      fresh.webhook_id, stored.id, true
    from fresh join stored on stored.subject = fresh.listing_id
    on conflict (id) do update set state = 'PENDING', run = webhook_delivery.run + 1, tries = 0, due_at = now(), is_queued = false`,
};

/** Changes of listings, and the filters of webhooks, in the database. */
export function createFeedMatches(sql: Sql): FeedMatches {
  return {
    async next(limit) {
      const rows = await sql.query(NEXT, [MAX_CHANGES, limit]);
      const sequences = rows.map(([sequence]) => String(sequence));
      const [, key, webhookId] = rows[0] ?? [];
      const isPartial = typeof key === 'string';
      const partial = isPartial
        ? { sequence: String(sequences.at(-1)), key, webhookId: String(webhookId) }
        : undefined;
      return {
        matched: rows.flatMap(toMatched),
        progress: { finished: isPartial ? sequences.slice(0, -1) : sequences, partial },
        hasMore: isPartial || rows.length === MAX_CHANGES,
      };
    },
    async save(events, { finished, partial }) {
      const place = [partial?.sequence ?? null, partial?.key ?? null, partial?.webhookId ?? null];
      await sql.query(SAVE, [JSON.stringify(events), finished, ...place]);
    },
  };
}

function toMatched([, , , webhooks, id, sourceExternalId, ...columns]: TextRow): MatchedListing[] {
  if (typeof webhooks !== 'string') return [];
  const texts = Object.fromEntries(
    LISTING_TEXTS.map((name, index) => [name, String(columns[index])]),
  ) as Record<ListingText, string>;
  const [endDate, facts, verified, createdAt, updatedAt, publisherId, name, picture] = columns.slice(
    LISTING_TEXTS.length,
  );
  const publisher =
    typeof publisherId === 'string'
      ? { id: publisherId, name: typeof name === 'string' ? name : null }
      : null;
  return [
    {
      listing: {
        ...texts,
        id: String(id),
        sourceExternalId: String(sourceExternalId),
        endDate: typeof endDate === 'string' ? toDate(endDate) : null,
        facts: readFacts(facts),
        picture: typeof picture === 'string' ? picture : null,
        verified: verified === true,
        createdAt: toDate(createdAt),
        updatedAt: toDate(updatedAt),
        publisherId: publisher?.id ?? null,
      },
      publisher,
      webhookIds: JSON.parse(webhooks) as string[],
    },
  ];
}

function toDate(text: string | boolean | null | undefined): Date {
  return new Date(toIsoInstant(String(text)));
}
