import { isCorrected, isOneErrorApart, type SearchTerm } from '../../../core/feed/search-words.ts';
import type { Sql } from '../connection/sql.ts';

const MAX_CORRECTIONS = 8;

// Collation C: all words that begin with a term sort between the term and the term followed by the last code point.
const LOOK_UP = {
  name: 'feed-search-terms',
  text: `
    select stem, known, case when known then null else array_to_json(array(
      select v.word from search_word v
      where v.variants && (search_variants(term) || search_variants(coalesce(stem, term))) limit 200)) end
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as sent (term, stemmer, corrected, place)
    cross join lateral (
      select (case stemmer
        when 'english' then ts_lexize('pg_catalog.english_stem', term)
        when 'russian' then ts_lexize('pg_catalog.russian_stem', term)
        when 'greek' then ts_lexize('pg_catalog.greek_stem', term)
        when 'arabic' then ts_lexize('pg_catalog.arabic_stem', term)
      end)[1] as stem
    ) stemmed
    cross join lateral (
      select corrected <> 'yes'
        or exists (select from search_word v where v.word >= term collate "C" and v.word < (term || chr(1114111)) collate "C")
        or exists (select from search_word v where v.word = stem) as known
    ) looked
    order by place`,
};

/**
 * The tsquery of a phrase: all of its words, each as written, as a prefix or by its stem. A word that no listing ever had
 * also matches the words that are one typing error away.
 */
export async function toTsquery(sql: Sql, terms: readonly SearchTerm[]): Promise<string> {
  const rows = await sql.query(LOOK_UP, [
    terms.map(({ text }) => text),
    terms.map(({ stemmer }) => stemmer ?? ''),
    terms.map(({ text, isPrefix }) => (isPrefix && isCorrected(text) ? 'yes' : 'no')),
  ]);
  return terms.map((term, index) => toAlternatives(term, rows[index] ?? [])).join(' & ');
}

// Words contain no quote and no backslash.
function toAlternatives(
  { text, isPrefix }: SearchTerm,
  [stem, , found]: readonly (string | boolean | null)[],
): string {
  const candidates = typeof found === 'string' ? (JSON.parse(found) as readonly string[]) : [];
  const stemText = typeof stem === 'string' ? stem : text;
  const corrections = candidates
    .filter((word) => isOneErrorApart(word, text) || isOneErrorApart(word, stemText))
    .toSorted()
    .slice(0, MAX_CORRECTIONS);
  const exact = new Set([...(stemText === text ? [] : [stemText]), ...corrections]);
  const alternatives = [isPrefix ? `'${text}':*` : `'${text}'`, ...[...exact].map((word) => `'${word}'`)];
  return alternatives.length === 1 ? alternatives.join('') : `(${alternatives.join(' | ')})`;
}
