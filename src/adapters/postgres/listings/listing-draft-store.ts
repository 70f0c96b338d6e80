import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ListingDraftStore } from '../../../core/listings/drafts/draft-store.ts';
import { toPage } from '../../../core/values/paging.ts';
import type { DraftTexts, SavedDraft } from '../../../core/listings/drafts/saved-draft.ts';

const toMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`;
const DRAFTS = `
  select id, revision, texts, listing_id, ${toMs('listing_version')}, picture, ${toMs('created_at')}, ${toMs('saved_at')}
  from listing_draft where account_id = ?`;
const FIND = `${DRAFTS} and id = ?`;
const LOCK = 'select id from user_account where id = ? for no key update';
const COUNT = 'select count(*)::integer as drafts from listing_draft where account_id = ?';
const PUT = `
  insert into listing_draft
    (account_id, id, revision, texts, listing_id, listing_version, picture, created_at, saved_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (account_id, id) do update set
    revision = excluded.revision, texts = excluded.texts, listing_id = excluded.listing_id,
    listing_version = excluded.listing_version, picture = excluded.picture, saved_at = excluded.saved_at`;
const DELETE = 'delete from listing_draft where account_id = ? and id = ?';

/** Drafts of listings in SQL. Publishing deletes them, too. */
export function createListingDraftStore(em: SqlEntityManager): ListingDraftStore {
  const read = async (statement: string, values: readonly (string | number)[]) =>
    (await em.execute<DraftRow[]>(statement, [...values])).map(toDraft);
  return {
    async lock(accountId) {
      await em.execute(LOCK, [accountId]);
    },
    find: async (holder, id) => (await read(FIND, [holder, id]))[0],
    async page(holder, page) {
      const { size, backward, after, before } = page;
      const direction = backward ? 'asc' : 'desc';
      const position = (sign: string) => ` and (listing_draft.saved_at, id) ${sign} (?::timestamptz, ?)`;
      const statement = `${DRAFTS}${after ? position('<') : ''}${before ? position('>') : ''}
        order by listing_draft.saved_at ${direction}, id ${direction} limit ?`;
      const positions = [after, before].flatMap((each) => (each ? [each.key, each.id] : []));
      return toPage(await read(statement, [holder, ...positions, size + 1]), page);
    },
    async count(holder) {
      const [row] = await em.execute<{ readonly drafts: number }[]>(COUNT, [holder]);
      return row?.drafts ?? 0;
    },
    async put(holder, { id, revision, texts, listing, picture, createdAt, savedAt }) {
      const content = [JSON.stringify(texts), listing?.id ?? null, listing?.version ?? null, picture];
      await em.execute(PUT, [holder, id, revision, ...content, createdAt, savedAt]);
    },
    async delete(holder, id) {
      await em.execute(DELETE, [holder, id]);
    },
  };
}

interface DraftRow {
  readonly id: string;
  readonly revision: number;
  readonly texts: string;
  readonly listing_id: string | null;
  readonly listing_version: number | null;
  readonly picture: string | null;
  readonly created_at: number;
  readonly saved_at: number;
}

function toDraft(row: DraftRow): SavedDraft {
  const { id, revision, texts, listing_id, listing_version, picture } = row;
  return {
    id,
    revision,
    texts: JSON.parse(texts) as DraftTexts,
    listing: listing_id === null ? null : { id: listing_id, version: new Date(listing_version ?? 0) },
    picture,
    createdAt: new Date(row.created_at),
    savedAt: new Date(row.saved_at),
  };
}
