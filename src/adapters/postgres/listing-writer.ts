import { VERIFIED_FIELDS } from '../../core/listings/listing.ts';
import type { Listing } from '../../core/listings/listing.ts';
import type { ListingToPut, ListingWriter } from '../../core/ports/listing-writer.ts';
import { searchWords } from '../../core/text.ts';
import { coalesce } from './coalesce.ts';
import { toIsoInstant, type Sql, type TextRow } from './sql.ts';

const MOST_STATEMENTS_IN_FLIGHT = 3;
const LARGEST_BATCH = 64;

const FIELDS = {
  title: 'title',
  description: 'description',
  landingUrl: 'landing_url',
  provider: 'provider',
  image: 'image',
  platform: 'platform',
  worth: 'worth',
  instructions: 'instructions',
} as const;
const columns = Object.values(FIELDS);
const verifiedColumns = VERIFIED_FIELDS.map((field) => FIELDS[field]);

const INSERT = `
  insert into listing (id, namespace, publisher_id, source_external_id, ${columns.join(', ')}, end_date,
    verified, status, created_at, updated_at, search)
  select id, namespace, publisher_id, source_external_id, ${columns.join(', ')}, end_date,
    false, 'published', now, now, array_to_tsvector(string_to_array(words, ' '))
  from json_to_recordset($1) as sent (id text, namespace text, publisher_id text, source_external_id text,
    ${columns.map((column) => `${column} text`).join(', ')}, end_date timestamptz, now timestamptz, words text)`;

// The whole of "publish": insert or replace, keep verification where the core's rule says so, refuse a foreign owner.
const PUT = {
  name: 'put-listings',
  text: `${INSERT}
    on conflict (namespace, source_external_id) do update set
      ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
      end_date = excluded.end_date,
      verified = listing.verified and (${verifiedColumns.map((column) => `listing.${column}`).join(', ')})
        = (${verifiedColumns.map((column) => `excluded.${column}`).join(', ')}),
      status = 'published',
      updated_at = greatest(excluded.updated_at, listing.updated_at + interval '1 millisecond'),
      search = excluded.search
    where listing.publisher_id = excluded.publisher_id
    returning namespace, source_external_id, id, verified, created_at, updated_at`,
};

/** One statement for all listings that are being published at this moment (hot path: `put-listings`). */
export function createListingWriter(sql: Sql): ListingWriter {
  const put = coalesce(
    { inFlight: MOST_STATEMENTS_IN_FLIGHT, largest: LARGEST_BATCH, keyOf: toKey },
    async (items: readonly ListingToPut[]) => {
      // All instances lock rows in one order, so that two batches cannot wait for each other.
      const ordered = items.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
      const rows = await sql.query(PUT, [toRecords(ordered)]);
      const written = new Map(rows.map((row) => [`${row[0]}\n${row[1]}`, row]));
      return items.map((item) => toListing(item, written.get(toKey(item))));
    },
  );
  return { put };
}

/** Inserts listings that are not there yet; the SQL text for `importLegacy`. */
export const INSERT_NEW = `${INSERT} on conflict (namespace, source_external_id) do nothing`;

/** The JSON parameter of the statements above. */
export function toRecords(items: readonly ListingToPut[]): string {
  return JSON.stringify(
    items.map(({ namespace, publisherId, draft, now, newId }) => ({
      id: newId,
      namespace,
      publisher_id: publisherId,
      source_external_id: draft.sourceExternalId,
      title: draft.title,
      description: draft.description,
      landing_url: draft.landingUrl,
      provider: draft.provider,
      image: draft.image,
      platform: draft.platform,
      worth: draft.worth,
      instructions: draft.instructions,
      end_date: draft.endDate,
      now,
      words: searchWords(`${draft.title} ${draft.provider} ${draft.platform} ${draft.description}`).join(' '),
    })),
  );
}

function toKey({ namespace, draft }: ListingToPut): string {
  return `${namespace}\n${draft.sourceExternalId}`;
}

function toListing(
  { namespace, publisherId, draft }: ListingToPut,
  row: TextRow | undefined,
): Listing | undefined {
  if (row === undefined) return undefined;
  const [, , id, verified, createdAt, updatedAt] = row;
  return {
    ...draft,
    id: String(id),
    namespace,
    publisherId,
    verified: verified === true,
    status: 'published',
    createdAt: new Date(toIsoInstant(String(createdAt))),
    updatedAt: new Date(toIsoInstant(String(updatedAt))),
  };
}
