import { isCorrected, isOneErrorApart, type SearchTerm } from '../../../core/feed/search-words.ts';
import type { Sql } from '../connection/sql.ts';
import { PUBLISHED, type SearchQuery } from './conditions.ts';
import { explainRows } from './estimates.ts';
import type { FeedLimits } from './limits.ts';
import { createParameters } from './parameters.ts';

const MAX_CORRECTIONS = 8;
/** The words that one read of the index combines: each costs as many steps as listings have it. */
const MAX_RARE_WORDS = 3;
/** The listings of a word that are looked at for one that is visible. */
const MAX_LOOKED_AT = 1_000;

// Collation C: all words that begin with a term sort between the term and the term followed by the last code point.
const LOOK_UP = {
  name: 'feed-search-terms',
  text: `
    select stem,
      exists (select from search_word v where v.word >= term collate "C" and v.word < (term || chr(1114111)) collate "C")
        or exists (select from search_word v where v.word = stem) as known
    from unnest($1::text[], $2::text[]) with ordinality as sent (term, stemmer, place)
    cross join lateral (
      select (case stemmer
        when 'english' then ts_lexize('pg_catalog.english_stem', term)
        when 'russian' then ts_lexize('pg_catalog.russian_stem', term)
        when 'greek' then ts_lexize('pg_catalog.greek_stem', term)
        when 'arabic' then ts_lexize('pg_catalog.arabic_stem', term)
      end)[1] as stem
    ) stemmed
    order by place`,
};

const SIMILAR = {
  name: 'feed-similar-words',
  text: `
    select array_to_json(array(
      select v.word from search_word v
      where v.variants && (search_variants(term) || search_variants(stem)) limit 200))
    from unnest($1::text[], $2::text[]) with ordinality as sent (term, stem, place)
    order by place`,
};

interface Word extends SearchTerm {
  readonly stem: string;
  /** Whether a listing has, or had, a word that begins with it. */
  readonly isKnown: boolean;
  readonly corrections: readonly string[];
}

interface Connections {
  readonly readSql: Sql;
  /** For statements that are planned with their values. */
  readonly searchSql: Sql;
  readonly limits: FeedLimits;
}

/**
 * The tsqueries of a phrase: all of its words, each as written, as a prefix or by its stem. A word that no visible listing has
 * also matches the words that are one typing error away; listings that ended before `notEndedAt` are not visible.
 */
export async function toSearchQuery(
  connections: Connections,
  terms: readonly SearchTerm[],
  notEndedAt: Date | undefined,
): Promise<SearchQuery> {
  const { searchSql, limits } = connections;
  const words = await lookUp(connections.readSql, terms);
  const rows = await rowsOf(searchSql, words);
  const isRare = (index: number) => (rows[index] ?? 0) <= limits.gather;
  const rareWords = words.filter((word, index) => isKnownWord(word) && isRare(index));
  const visible = await findVisible(searchSql, rareWords, notEndedAt);
  const corrected = await correct(
    connections.readSql,
    words,
    (word) => !word.isKnown || visible.get(word) === false,
  );
  const isChanged = corrected.some(({ corrections }) => corrections.length > 0);
  return toQuery(corrected, isChanged ? await rowsOf(searchSql, corrected) : rows, limits);
}

const isKnownWord = ({ text, isPrefix, isKnown }: Word) => isPrefix && isCorrected(text) && isKnown;

async function lookUp(sql: Sql, terms: readonly SearchTerm[]): Promise<readonly Word[]> {
  const rows = await sql.query(LOOK_UP, [
    terms.map(({ text }) => text),
    terms.map(({ stemmer }) => stemmer ?? ''),
  ]);
  return terms.map((term, index) => {
    const [stem, known] = rows[index] ?? [];
    return {
      ...term,
      stem: typeof stem === 'string' ? stem : term.text,
      isKnown: known === true,
      corrections: [],
    };
  });
}

function rowsOf(sql: Sql, words: readonly Word[]): Promise<readonly number[]> {
  const parameters = createParameters();
  const conditions = words.map((word) => `l.search @@ ${parameters.add(toText(word), 'tsquery')}`);
  return explainRows(sql, conditions, parameters.values);
}

/** For each word whether a visible listing has it. */
async function findVisible(
  sql: Sql,
  words: readonly Word[],
  notEndedAt: Date | undefined,
): Promise<ReadonlyMap<Word, boolean>> {
  if (words.length === 0) return new Map();
  const parameters = createParameters();
  const isLive = notEndedAt
    ? ` and l.ends_at > ${parameters.add(notEndedAt.toISOString(), 'timestamptz')}`
    : '';
  const found = words.map(
    (word) => `exists (
      select from (
        select * from listing where search @@ ${parameters.add(toText(word), 'tsquery')} limit ${MAX_LOOKED_AT}
      ) l where ${PUBLISHED}${isLive})`,
  );
  const [row] = await sql.query({ name: '', text: `select ${found.join(', ')}` }, parameters.values);
  return new Map(words.map((word, index) => [word, row?.[index] === true]));
}

async function correct(
  sql: Sql,
  words: readonly Word[],
  isMissing: (word: Word) => boolean,
): Promise<readonly Word[]> {
  const missing = words.filter((word) => word.isPrefix && isCorrected(word.text) && isMissing(word));
  if (missing.length === 0) return words;
  const rows = await sql.query(SIMILAR, [missing.map(({ text }) => text), missing.map(({ stem }) => stem)]);
  return words.map((word) => {
    const found = rows[missing.indexOf(word)]?.[0];
    if (typeof found !== 'string') return word;
    const corrections = (JSON.parse(found) as readonly string[])
      .filter((one) => one !== word.text && one !== word.stem)
      .filter((one) => isOneErrorApart(one, word.text) || isOneErrorApart(one, word.stem))
      .toSorted()
      .slice(0, MAX_CORRECTIONS);
    return { ...word, corrections };
  });
}

function toQuery(words: readonly Word[], rows: readonly number[], limits: FeedLimits): SearchQuery {
  const rowsOfWord = (word: Word) => rows[words.indexOf(word)] ?? 0;
  const rare = words
    .filter((word) => rowsOfWord(word) <= limits.words)
    .toSorted((one, other) => rowsOfWord(one) - rowsOfWord(other))
    .slice(0, MAX_RARE_WORDS);
  const textOf = (some: readonly Word[]) => some.map(toText).join(' & ');
  const isRare = rare.length === words.length;
  return {
    all: textOf(words),
    rare: rare.length === 0 ? undefined : textOf(isRare ? words : rare),
    inTitle: words.map(({ text, stem }) => `%${text.startsWith(stem) ? stem : text}%`),
  };
}

/** The tsquery of a word. Words contain no quote and no backslash. */
function toText({ text, isPrefix, stem, corrections }: Word): string {
  const exact = new Set([...(stem === text ? [] : [stem]), ...corrections]);
  const alternatives = [isPrefix ? `'${text}':*` : `'${text}'`, ...[...exact].map((word) => `'${word}'`)];
  return alternatives.length === 1 ? alternatives.join('') : `(${alternatives.join(' | ')})`;
}
