import type { FeedFilter } from '../../../core/feed/feed-query.ts';
import { factKeysOf, toFactQuery } from '../feed/facts/fact-query.ts';

/** Changes that were left when the last webhook of the feed was deleted. */
export const DELETE_LISTING_CHANGES =
  'delete from listing_change where not exists (select from webhook_filter)';

/**
 * The lengths of the beginnings of words that are keys. A filter has the longest that its word has, a listing has all of each word.
 */
const LENGTHS = [1, 2, 3, 4, 6];

/**
 * The keys of a listing, some of them several times: each filter that it matches has one of them. `listing` names a row with the
 * columns of a listing.
 */
export const keysOfListing = (listing: string) => `
  select 'all' collate "C" as key
  union all select 'verified ' || ${listing}.verified
  union all select 'platform ' || ${listing}.platform_key
  union all select 'provider ' || ${listing}.provider_key
  union all select 'fact ' || fact from unnest(tsvector_to_array(${listing}.facts)) as fact
  union all select 'word ' || left(word, length)
    from unnest(tsvector_to_array(${listing}.search)) as word, unnest('{${LENGTHS.join(',')}}'::integer[]) as length
    where length(word) >= length`;

// The query has each word as written, as a beginning or by its stem, as searches of the feed do; typing errors are not corrected.
// The keys are those of the condition that the fewest listings meet as a rule: a provider, the longest word, a
// platform, or a fact.
export const FOLLOW = `
  with sent as (
    select * from json_to_record(?::json) as sent (webhook_id text, platforms text[], providers text[], verified boolean,
      facts tsquery, fact_keys text[], terms json, ends_before timestamptz, ends_after timestamptz, include_ended boolean)
  ), term as (
    select text, is_prefix, coalesce((case stemmer
      when 'english' then ts_lexize('pg_catalog.english_stem', text)
      when 'russian' then ts_lexize('pg_catalog.russian_stem', text)
      when 'greek' then ts_lexize('pg_catalog.greek_stem', text)
      when 'arabic' then ts_lexize('pg_catalog.arabic_stem', text)
    end)[1], text) as stem
    from sent, json_to_recordset(terms) as term (text text, stemmer text, is_prefix boolean)
  ), query as (
    select string_agg(
      format('(''%s''%s | ''%s'')', text, case when is_prefix then ':*' end, stem), ' & '
    )::tsquery as words
    from term
  ), longest as (
    select text, stem from term order by length(text) desc, text limit 1
  ), filter_key as (
    select 'provider ' || name as key from sent, unnest(providers) as name
    union select 'word ' || left(word, (
        select max(length) from unnest('{${LENGTHS.join(',')}}'::integer[]) as length where length <= length(word)))
      from sent, longest, unnest(array[text, stem]) as word where providers is null
    union select 'platform ' || name from sent, query, unnest(platforms) as name
      where providers is null and words is null
    union select 'fact ' || fact from sent, query, unnest(fact_keys) as fact
      where providers is null and words is null and platforms is null
    union select coalesce('verified ' || verified, 'all') from sent, query
      where providers is null and words is null and platforms is null and fact_keys is null
  )
  insert into webhook_filter
    (key, webhook_id, platforms, providers, verified, facts, words, ends_before, ends_after, include_ended)
  select key, webhook_id, platforms, providers, verified, facts, words, ends_before, ends_after, include_ended
  from filter_key, sent, query
  on conflict (key, webhook_id) do nothing`;

/** The parameter of FOLLOW, except the webhook. */
export function toFilterRecord(filter: FeedFilter): object {
  const { platforms, providers, verified, facts, terms, endsBefore, endsAfter, notEndedAt } = filter;
  return {
    platforms: platforms ?? null,
    providers: providers ?? null,
    verified: verified ?? null,
    facts: facts ? toFactQuery(facts) : null,
    fact_keys: (facts && factKeysOf(facts)) ?? null,
    terms: (terms ?? []).map(({ text, stemmer, isPrefix }) => ({ text, stemmer, is_prefix: isPrefix })),
    ends_before: endsBefore ?? null,
    ends_after: endsAfter ?? null,
    include_ended: notEndedAt === undefined,
  };
}
