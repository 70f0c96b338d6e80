import type { ChainSource } from '../../../ports/chain-reads.ts';
import { keyAndId, type Order, type SourceStatement } from './source-statement.ts';

export const giveawayTexts = 'left join public_text gt on gt.hash = g.metadata_hash';

/** A giveaway's end; the last instant of a schedule for giveaways that never end, as in their indexes. */
const END = `coalesce(g.end_time, timestamptz '9999-12-31 23:59:59.999+00')`;
const NEVER = `timestamptz '9999-12-31 23:59:59.999+00'`;
const NOW = 'coalesce((select max(greatest(head_at, now() + clock_ahead)) from chain_cursor), now())';
const CONDITIONS = {
  SCHEDULED: `g.start_time > ${NOW}`,
  RUNNING: `${END} > ${NOW} and g.start_time <= ${NOW}`,
  ENDED: `${END} <= ${NOW}`,
};

/** All giveaways that a search finds are filtered and sorted, up to this number; if there are more, only the newest are searched. */
const MAX_FOUND = 1_000;
/**
 * The words of texts, as index public_text_search has them: folded, or as PostgreSQL splits them until the job `fold-texts` has been
 * there. Signs within words would make them addresses, tags or numbers.
 */
const WORDS = `coalesce(t.search, to_tsvector('simple', translate(
  coalesce(t.texts->>'title', '') || ' ' || coalesce(t.texts->>'description', ''), '<>&/.:@+~-', '          ')))`;
const HAS_WORDS = `${WORDS} @@ w.k1::tsquery`;
// A range of one provider is ordered by provider, too, which only the index of providers is: it is not read through all others.
const newestOf = (condition: string, order = 'created_at desc, id desc') => `
  select * from (
    select * from giveaway where ${condition} and not (select is_whole from counted)
    order by ${order} limit (select ${MAX_FOUND})) newest`;
const HAVE_WORDS = `
  with found as materialized (
    select matching.* from public_text t join giveaway matching on matching.metadata_hash = t.hash
    where ${HAS_WORDS}
    limit (select ${MAX_FOUND + 1})
  ), counted as materialized (select count(*) <= ${MAX_FOUND} as is_whole from found)
  select * from found where (select is_whole from counted) and (w.k2 is null or provider_key = w.k2)
  union all
  select newest.* from (
    ${newestOf('w.k2 is null')}
    union all
    ${newestOf('provider_key >= w.k2 and provider_key <= w.k2', 'provider_key, created_at desc, id desc')}
  ) newest
  where exists (select from public_text t where t.hash = newest.metadata_hash and ${HAS_WORDS})`;

const by = (expression: string, descending: boolean): Order => ({
  by: [
    [expression, 'timestamptz'],
    ['g.id', 'text'],
  ],
  descending,
  valuesOf: keyAndId,
});

/** Giveaways, newest first. */
export const NEWEST_GIVEAWAY = by('g.created_at', true);

const ends = (after: string, before: string) =>
  `${END} > coalesce(${after}, '-infinity') and ${END} < coalesce(${before}, case when ${after} is null then 'infinity' else ${NEVER} end)`;

function filtered(condition: string, order: Order, ofProvider: boolean): SourceStatement {
  return {
    keys: ['text', 'timestamptz', 'timestamptz'],
    from: 'giveaway g',
    where: [
      ...(ofProvider ? ['g.provider_key = w.k1'] : []),
      ...(condition === '' ? [] : [condition]),
      ends('w.k2', 'w.k3'),
    ].join(' and '),
    joins: { gt: giveawayTexts },
    overrides: { 'giveaway.position': order.by[0]?.[0] ?? '' },
    order,
  };
}

const scheduled = (ofProvider: boolean) =>
  filtered(CONDITIONS.SCHEDULED, by('g.start_time', false), ofProvider);
const running = (ofProvider: boolean) => filtered(CONDITIONS.RUNNING, by(END, false), ofProvider);
const ended = (ofProvider: boolean) => filtered(CONDITIONS.ENDED, by(END, true), ofProvider);
const ending = (ofProvider: boolean) => filtered('', by(END, false), ofProvider);

/** The sources of filtered lists of giveaways. Each order has an index, which every condition on the end can use. */
export const GIVEAWAY_SOURCES = {
  giveawaysScheduled: scheduled(false),
  giveawaysRunning: running(false),
  giveawaysEnded: ended(false),
  giveawaysEnding: ending(false),
  giveawaysOfProviderScheduled: scheduled(true),
  giveawaysOfProviderRunning: running(true),
  giveawaysOfProviderEnded: ended(true),
  giveawaysOfProviderEnding: ending(true),
  giveawaysFound: {
    keys: ['text', 'text', 'text', 'timestamptz', 'timestamptz'],
    // The limits are sub-selects, which the planner does not know: it uses the index of words.
    from: `(${HAVE_WORDS}) g`,
    where: `${ends('w.k4', 'w.k5')} and case w.k3
      when 'SCHEDULED' then ${CONDITIONS.SCHEDULED} when 'RUNNING' then ${CONDITIONS.RUNNING}
      when 'ENDED' then ${CONDITIONS.ENDED} else true end`,
    joins: { gt: giveawayTexts },
    order: NEWEST_GIVEAWAY,
  },
} as const satisfies Partial<Record<ChainSource, SourceStatement>>;
