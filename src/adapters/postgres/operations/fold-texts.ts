import { searchWords } from '../../../core/feed/search-words.ts';
import type { PublicText } from '../../../core/operations/operation.ts';
import type { Sql } from '../connection/sql.ts';

/** A page takes some milliseconds of the main thread. */
const BATCH = 50;

const FIND = {
  name: 'find-texts-not-folded',
  text: 'select hash, texts::text from public_text where search is null and hash > $1 order by hash limit $2',
};
const FOLD = {
  name: 'fold-texts',
  text: `
    update public_text t set search = array_to_tsvector(string_to_array(sent.words, ' '))
    from json_to_recordset($1) as sent (hash text, words text) where t.hash = sent.hash and t.search is null`,
};

/** The words of the title and the description, as the search of listings has them. */
export function foldedWords({ title = '', description = '' }: PublicText['texts']): string {
  return searchWords(`${title} ${description}`)
    .map(({ text }) => text)
    .join(' ');
}

/**
 * Folds the texts that earlier releases stored, also those of an instance of release 0.1.0 beside this one. Each batch stays when a
 * run is interrupted. Returns whether none is left.
 */
export async function foldTexts(sql: Sql, isOver: () => boolean): Promise<boolean> {
  for (let after = ''; !isOver();) {
    const rows = await sql.query(FIND, [after, BATCH]);
    if (rows.length === 0) return true;
    const folded = rows.map(([hash, texts]) => ({ hash, words: foldedWords(JSON.parse(String(texts))) }));
    await sql.query(FOLD, [JSON.stringify(folded)]);
    after = String(rows.at(-1)?.[0]);
  }
  return false;
}
