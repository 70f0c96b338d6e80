import { readFacts, toFactWords } from '../../../core/listings/facts/fact-words.ts';
import { LISTING_TEXTS } from '../../../core/listings/listing-draft.ts';
import { VERIFIED_FIELDS } from '../../../core/listings/listing.ts';
import type { Listing } from '../../../core/listings/listing.ts';
import type { ListingToPut, ListingWriter } from '../../../core/listings/listing-writer.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import { MARKED_AFTER } from '../feed/mark-ended.ts';
import { createKnownWords } from '../feed/known-words.ts';
import { toSearchFields } from '../feed/search-fields.ts';
import { toIsoInstant, type Sql, type TextRow } from '../connection/sql.ts';
import { toColumn } from '../connection/to-column.ts';
import { shownPicture } from './shown-picture.ts';

const MAX_STATEMENTS_IN_FLIGHT = 3;
const MAX_BATCH = 64;

const TEXTS = LISTING_TEXTS.map((name) => ({ name, column: toColumn(name) }));
const columns = TEXTS.map(({ column }) => column);
const verifiedColumns = VERIFIED_FIELDS.map(toColumn);

const NEXT_UPDATE = `greatest(excluded.updated_at, listing.updated_at + interval '1 millisecond')`;
// Without facts, a listing keeps its own; an empty list of words removes them.
const FACTS = 'coalesce(excluded.facts, listing.facts)';
const CHANGED = `(${columns.map((column) => `listing.${column}`).join(', ')}, listing.end_date, listing.facts,
      listing.status = 'published' or listing.withheld)
    is distinct from (${columns.map((column) => `excluded.${column}`).join(', ')}, excluded.end_date, ${FACTS}, true)`;

// All instances insert words in the same order, to avoid deadlocks. Locking the publishers makes a block wait for this
// statement, and this statement for a block that has not committed.
const SENT = `
  with sent as (
    select * from json_to_recordset($1) as sent (id text, namespace text, publisher_id text, source_external_id text,
      ${columns.map((column) => `${column} text`).join(', ')}, end_date timestamptz, facts tsvector,
      now timestamptz,
      platform_key text, provider_key text, words text, vocabulary text,
      audit_id text, audit_actor text, audit_action text, audit_facts jsonb)
  ), allowed as materialized (
    select id from publisher where id in (select publisher_id from sent) and blocked_reason is null for key share
  ), known as (
    insert into search_word (word)
    select distinct word collate "C" from sent, unnest(tsvector_to_array(listing_search(vocabulary))) word
    where vocabulary <> '' and length(word) between 4 and 24 order by 1
    on conflict do nothing
  )`;
const INSERT_COLUMNS = `id, namespace, publisher_id, source_external_id, ${columns.join(', ')}, end_date, facts,
    verified, status, created_at, updated_at, changed_at, platform_key, provider_key, ended, search`;
const insert = (picture?: string) => `
  insert into listing (${INSERT_COLUMNS}${picture === undefined ? '' : ', uploaded_picture'})
  select id, namespace, publisher_id, source_external_id, ${columns.join(', ')}, end_date, facts,
    false, 'published', now, now, now, platform_key, provider_key,
    coalesce(end_date <= now() - ${MARKED_AFTER}, false), listing_search(words)${picture === undefined ? '' : `, ${picture}`}
  from sent where (publisher_id is null or publisher_id = any(array(select id from allowed)))`;

interface PutMore {
  /** Further parts of the statement, before and after the listing is written. */
  readonly before?: string;
  readonly after?: string;
  /** The uploaded picture: of a new listing and of one that exists, whether the publisher may use it, and whether anything changes. */
  readonly picture?: Readonly<Record<'value' | 'kept' | 'isAllowed' | 'changed', string>>;
}

// The whole of "publish": inserts or replaces, keeps verification according to the core's rule, refuses another owner and a
// blocked publisher, and adds an audit entry for each listing that it changes.
const putIf = (condition: string, more: PutMore = {}) => `${SENT}${more.before ?? ''}, written as (
    ${insert(more.picture?.value)} ${more.picture ? `and ${more.picture.isAllowed}` : ''}
    on conflict (namespace, source_external_id) do update set
      ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
      end_date = excluded.end_date,
      facts = ${FACTS},
      verified = listing.verified and (${verifiedColumns.map((column) => `listing.${column}`).join(', ')})
        = (${verifiedColumns.map((column) => `excluded.${column}`).join(', ')}),
      status = 'published',
      updated_at = ${NEXT_UPDATE},
      changed_at = case when ${more.picture?.changed ?? CHANGED} then ${NEXT_UPDATE} else listing.changed_at end,
      platform_key = excluded.platform_key,
      provider_key = excluded.provider_key,
      ended = excluded.ended,
      search = excluded.search${more.picture ? `, uploaded_picture = ${more.picture.kept}` : ''}
    where listing.publisher_id = excluded.publisher_id ${condition}
    returning namespace, source_external_id, id, verified, created_at, updated_at, hidden_reason,
      facts, uploaded_picture, ${shownPicture('listing')} as picture, changed_at = updated_at as is_changed
  ), audited as (
    insert into audit_entry (id, at, actor, action, subject, facts)
    select audit_id, now, audit_actor, audit_action, written.id, audit_facts
    from written join sent using (namespace, source_external_id) where is_changed and audit_id is not null
  )${more.after ?? ''}
  select namespace, source_external_id, id, verified, created_at, updated_at, hidden_reason, facts,
    uploaded_picture, picture
  from written`;

const PUT = { name: 'put-listings', text: putIf('') };

// A repeated request finds what it has written.
const PUT_SEEN = {
  name: 'put-seen-listing',
  text: putIf(`and (listing.updated_at = $2::timestamptz or not (${CHANGED}))`),
};

// $7: whether the listing gets the picture $8, or none.
const CHANGED_WITH_PICTURE = `(${CHANGED} or $7::boolean and listing.uploaded_picture is distinct from $8::text)`;
// The draft goes with the publication, also when the listing was equal to it. A revision that was saved meanwhile stays. A picture
// of the draft that the listing does not get is kept for another day. The row of the picture that it gets changes, so that a deletion
// that began before does not find it.
const PUT_WITH = {
  name: 'put-listing-with',
  text: putIf(`and ($3::boolean or listing.updated_at = $2::timestamptz or not ${CHANGED_WITH_PICTURE})`, {
    before: `, pictured as (
    update picture set kept_at = now()
    where $7::boolean and id = $8::text and publisher_id in (select publisher_id from sent)
    returning id
  )`,
    picture: {
      value: '$8::text',
      kept: 'case when $7::boolean then $8::text else listing.uploaded_picture end',
      isAllowed: '($8::text is null or exists (select from pictured))',
      changed: CHANGED_WITH_PICTURE,
    },
    after: `, published as (
    delete from listing_draft
    where account_id = $4::text and id = $5::text and revision = coalesce($6::integer, revision)
      and exists (select from written)
    returning picture
  ), kept as (
    update picture set kept_at = now()
    where id in (select picture from published) and id is distinct from $8::text
      and publisher_id in (select publisher_id from sent)
  )`,
  }),
};

/** One statement for all concurrently published listings (hot path: `put-listings`). */
export function createListingWriter(sql: Sql): ListingWriter {
  const known = createKnownWords();
  const putAll = async (
    statement: typeof PUT,
    items: readonly ListingToPut[],
    ...more: (string | number | boolean | null)[]
  ) => {
    // All instances lock rows in the same order, to avoid deadlocks.
    const ordered = items.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
    const records = toRecords(ordered, known.has);
    const rows = await sql.query(statement, [JSON.stringify(records), ...more]);
    for (const { vocabulary } of records) known.add(vocabulary);
    const written = new Map(rows.map((row) => [`${row[0]}\n${row[1]}`, row]));
    return items.map((item) => toListing(item, written.get(toKey(item))));
  };
  const put = coalesceStatements(
    { inFlight: MAX_STATEMENTS_IN_FLIGHT, largest: MAX_BATCH, keyOf: toKey },
    (items: readonly ListingToPut[]) => putAll(PUT, items),
  );
  return {
    async put(listing, seen, { draft, picture } = {}) {
      const version = seen instanceof Date ? seen.toISOString() : null;
      if (draft !== undefined || picture !== undefined) {
        const { holder = null, id = null, revision = null } = draft ?? {};
        const values = [
          version,
          seen === undefined,
          holder,
          id,
          revision,
          picture !== undefined,
          picture ?? null,
        ];
        return (await putAll(PUT_WITH, [listing], ...values))[0];
      }
      if (seen === undefined) return put(listing);
      return (await putAll(PUT_SEEN, [listing], version))[0];
    },
  };
}

/** The SQL of `importLegacy`, which inserts listings that do not exist yet. */
export const INSERT_NEW = `${SENT} ${insert()} on conflict (namespace, source_external_id) do nothing`;

/** The JSON parameter of the statements above. */
export function toRecords(items: readonly ListingToPut[], isKnown?: (word: string) => boolean) {
  return items.map(({ namespace, publisherId, draft, now, newId, audit }) => {
    const texts: Record<string, string> = {};
    for (const { name, column } of TEXTS) texts[column] = draft[name];
    return {
      id: newId,
      namespace,
      publisher_id: publisherId,
      source_external_id: draft.sourceExternalId,
      ...texts,
      end_date: draft.endDate,
      facts: draft.facts && toFactWords(draft.facts).join(' '),
      now,
      ...toSearchFields(draft, isKnown),
      audit_id: audit?.id,
      audit_actor: audit?.actor,
      audit_action: audit?.action,
      audit_facts: audit?.facts,
    };
  });
}

function toKey({ namespace, draft }: ListingToPut): string {
  return `${namespace}\n${draft.sourceExternalId}`;
}

function toListing(
  { namespace, publisherId, draft }: ListingToPut,
  row: TextRow | undefined,
): Listing | undefined {
  if (row === undefined) return undefined;
  const [, , id, verified, createdAt, updatedAt, ...nullable] = row;
  const [hiddenReason, facts, uploadedPicture, picture] = nullable.map((text) =>
    typeof text === 'string' ? text : null,
  );
  return {
    ...draft,
    id: String(id),
    namespace,
    publisherId,
    facts: readFacts(facts),
    verified: verified === true,
    status: 'published',
    hiddenReason: hiddenReason ?? null,
    uploadedPicture: uploadedPicture ?? null,
    picture: picture ?? null,
    createdAt: new Date(toIsoInstant(String(createdAt))),
    updatedAt: new Date(toIsoInstant(String(updatedAt))),
  };
}
