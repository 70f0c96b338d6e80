import type { FeedFilter, FeedOrder } from '../../../core/feed/feed-query.ts';
import type { Position } from '../../../core/values/paging.ts';
import type { Parameters } from './parameters.ts';

/** A filter whose search phrase and facts are already translated. */
export interface Selection extends Omit<FeedFilter, 'terms' | 'facts'> {
  readonly words: SearchQuery | undefined;
  /** A tsquery. */
  readonly facts: string | undefined;
  /** Whether listings may be marked as ended that have not ended at `notEndedAt`. */
  readonly marksAreAhead?: boolean;
  /** Only one part of a search by relevance. */
  readonly part?: RelevancePart;
}

/** The listings with all words in their titles down to a position (inclusive), or all others. */
export interface RelevancePart {
  readonly isFirst: boolean;
  readonly end: Position | undefined;
}

/** A search phrase as tsqueries. */
export interface SearchQuery {
  /** All of its words. */
  readonly all: string;
  /** The words so rare that the index of words may be read for them; undefined when all are frequent. */
  readonly rare: string | undefined;
  /** Patterns (LIKE) of the words in a title in lower case, without accents. */
  readonly inTitle: readonly string[];
}

/** A range of an index, which returns listings in the order of the feed. */
export interface IndexBranch {
  readonly platform?: string | undefined;
  readonly provider?: string | undefined;
  readonly verified?: true | undefined;
  /** Undefined for ENDING_SOON, whose index covers both. */
  readonly ended?: boolean | undefined;
}

export type Condition = 'words' | 'facts' | 'part' | 'platforms' | 'providers' | 'verified' | 'ends';

/** The index ranges to read, and the conditions that their rows must be checked for. */
export interface Access {
  readonly branches: readonly IndexBranch[];
  readonly unchecked: readonly Condition[];
}

export const SORT = {
  RECENTLY_UPDATED: { column: 'l.updated_at', descending: true },
  NEWEST: { column: 'l.created_at', descending: true },
  ENDING_SOON: { column: 'l.ends_at', descending: false },
} as const satisfies Record<FeedOrder, { column: string; descending: boolean }>;

/**
 * The cheapest index access for an order. A list of names becomes one branch per name only when no other condition is left
 * to check. When several conditions have an index, the first of them in `rarest` is used.
 */
export function accessFor(
  selection: Selection,
  order: FeedOrder,
  rarest: readonly Condition[] = INDEXED,
): Access {
  const conditions = conditionsOf(selection, order);
  const [list] = conditions;
  if (conditions.length === 1 && (list === 'platforms' || list === 'providers')) {
    const key = list === 'platforms' ? 'platform' : 'provider';
    const names = selection[list] ?? [];
    return { branches: names.flatMap((name) => ended(selection, order, { [key]: name })), unchecked: [] };
  }
  const indexed = indexedConditions(selection);
  const leading = rarest.find((condition) => indexed.includes(condition)) ?? indexed[0];
  return {
    branches: ended(selection, order, branchOf(leading, selection)),
    unchecked: conditions.filter((condition) => condition !== leading),
  };
}

const INDEXED: readonly Condition[] = ['providers', 'platforms', 'verified'];

/** The conditions that have an index in each order. */
export function indexedConditions({ providers, platforms, verified }: Selection): Condition[] {
  const has = { providers: providers?.length === 1, platforms: platforms?.length === 1, verified };
  return INDEXED.filter((condition) => has[condition as keyof typeof has] === true);
}

function branchOf(condition: Condition | undefined, { providers, platforms }: Selection): IndexBranch {
  if (condition === 'providers') return { provider: providers?.[0] };
  if (condition === 'platforms') return { platform: platforms?.[0] };
  return condition === 'verified' ? { verified: true } : {};
}

function conditionsOf(
  { words, facts, part, platforms, providers, verified, endsBefore, endsAfter }: Selection,
  order: FeedOrder,
) {
  const conditions: Condition[] = [];
  if (platforms) conditions.push('platforms');
  if (providers) conditions.push('providers');
  if (verified !== undefined) conditions.push('verified');
  if (facts) conditions.push('facts');
  if (words) conditions.push('words');
  if (order !== 'ENDING_SOON' && (endsBefore || endsAfter)) conditions.push('ends');
  // The last one, because it takes longest to check.
  if (part) conditions.push('part');
  return conditions;
}

function ended(
  { notEndedAt, marksAreAhead }: Selection,
  order: FeedOrder,
  branch: IndexBranch,
): IndexBranch[] {
  if (order === 'ENDING_SOON') return [branch];
  return (notEndedAt && marksAreAhead !== true ? [false] : [false, true]).map((isEnded) => ({
    ...branch,
    ended: isEnded,
  }));
}

/**
 * The part of the filter that an index range covers: the branch, and the ends in ENDING_SOON. Rows that ended and are not marked
 * yet are few. Constants are literals in the text so that a generic plan can use partial indexes.
 */
export function branchCondition(
  { platform, provider, verified, ended: isEnded }: IndexBranch,
  { notEndedAt, endsBefore, endsAfter }: Selection,
  order: FeedOrder,
  parameters: Parameters,
): string {
  const isPart = platform !== undefined || provider !== undefined || verified === true;
  const parts = [isPart ? NOT_WITHDRAWN : PUBLISHED];
  if (platform !== undefined) parts.push(`l.platform_key = ${parameters.add(platform, 'text')}`);
  if (provider !== undefined) parts.push(`l.provider_key = ${parameters.add(provider, 'text')}`);
  if (verified) parts.push('l.verified');
  if (isEnded !== undefined) parts.push(isEnded ? 'l.ended' : 'not l.ended');
  if (notEndedAt) {
    const isLive = `l.ends_at > ${parameters.add(notEndedAt.toISOString(), 'timestamptz')}`;
    // Written so that no index of ends matches in another order: its rows would all have to be sorted.
    parts.push(order === 'ENDING_SOON' ? isLive : `(${isLive}) is not false`);
  }
  if (order === 'ENDING_SOON') parts.push(...endConditions({ endsBefore, endsAfter }, parameters));
  return parts.join(' and ');
}

export const PUBLISHED = `l.status = 'published'`;
// The predicate of the partial indexes on platforms, providers and verified listings; no other index has it.
export const NOT_WITHDRAWN = `l.status <> 'withdrawn'`;

/** One condition of a filter, on the listing `l`. */
export function conditionText(condition: Condition, selection: Selection, parameters: Parameters): string {
  switch (condition) {
    case 'words':
      return `l.search @@ ${parameters.add(selection.words?.all, 'tsquery')}`;
    case 'facts':
      return `l.facts @@ ${parameters.add(selection.facts, 'tsquery')}`;
    case 'part':
      return partText(selection, parameters);
    case 'platforms':
      return `l.platform_key = any(${parameters.add(selection.platforms, 'text[]')})`;
    case 'providers':
      return `l.provider_key = any(${parameters.add(selection.providers, 'text[]')})`;
    case 'verified':
      return selection.verified ? 'l.verified' : 'not l.verified';
    case 'ends':
      return endConditions(selection, parameters).join(' and ');
  }
}

// Depending on the database's locale, lower() leaves letters other than A to Z unchanged.
const WITHOUT_ACCENTS = `translate(lower(l.title), 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy')`;

function partText({ words, part }: Selection, parameters: Parameters): string {
  const patterns = `like all(${parameters.add(words?.inTitle, 'text[]')})`;
  // translate() costs six times as much as the rest: titles that need it have other characters than ASCII.
  const hasOthers = 'octet_length(l.title) > char_length(l.title)';
  const isTitled = `(lower(l.title) ${patterns} or (${hasOthers} and ${WITHOUT_ACCENTS} ${patterns}))`;
  const { key, id } = part?.end ?? {};
  const isWithin =
    key === undefined
      ? ''
      : ` and (l.updated_at, l.id) >= (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`;
  return part?.isFirst ? `(${isTitled}${isWithin})` : `not (${isTitled}${isWithin})`;
}

function endConditions(
  { endsBefore, endsAfter }: Pick<Selection, 'endsBefore' | 'endsAfter'>,
  parameters: Parameters,
): string[] {
  const parts: string[] = [];
  if (endsBefore) parts.push(`l.ends_at < ${parameters.add(endsBefore.toISOString(), 'timestamptz')}`);
  // Listings without an end do not end after an instant.
  if (endsAfter)
    parts.push(
      `l.ends_at > ${parameters.add(endsAfter.toISOString(), 'timestamptz')} and l.ends_at < 'infinity'`,
    );
  return parts;
}

/** The whole filter for the listing `l`, without `source` as far as it has already been applied. */
export function wholeCondition(selection: Selection, parameters: Parameters, source?: Condition): string {
  const parts = withoutSource(conditionsOf(selection, 'NEWEST'), source, selection).map((one) =>
    conditionText(one, selection, parameters),
  );
  const { notEndedAt } = selection;
  if (notEndedAt) parts.push(`l.ends_at > ${parameters.add(notEndedAt.toISOString(), 'timestamptz')}`);
  return parts.length === 0 ? 'true' : parts.join(' and ');
}

/** The conditions that are left to check for what `sourceText` of a source finds. */
export function withoutSource(
  conditions: readonly Condition[],
  source: Condition | undefined,
  { words }: Selection,
): readonly Condition[] {
  const isPart = source === 'words' && words?.rare !== words?.all;
  return isPart ? conditions : conditions.filter((one) => one !== source);
}

/** The condition that finds all listings of a source, with the predicate of its index. */
export function sourceCondition(source: Condition, selection: Selection, parameters: Parameters): string {
  const status = INDEXED.includes(source) ? NOT_WITHDRAWN : PUBLISHED;
  return `${status} and ${sourceText(source, selection, parameters)}`;
}

/** What an index finds for a condition: for a search, the listings with its rare words. */
export function sourceText(source: Condition, selection: Selection, parameters: Parameters): string {
  return source === 'words'
    ? `l.search @@ ${parameters.add(selection.words?.rare, 'tsquery')}`
    : conditionText(source, selection, parameters);
}

/** The conditions that can find listings without the order's index. Unverified listings are too many. */
export function sourcesOf(selection: Selection): Condition[] {
  const has = { verified: selection.verified, words: selection.words?.rare !== undefined, part: false };
  return conditionsOf(selection, 'NEWEST').filter((one) => has[one as keyof typeof has] ?? true);
}

/** The conditions of the page's cursors. */
export function keysetCondition(
  order: FeedOrder,
  { after, before }: { readonly after: Position | undefined; readonly before: Position | undefined },
  parameters: Parameters,
): string {
  const { descending } = SORT[order];
  const [later, earlier] = descending ? ['<', '>'] : ['>', '<'];
  return `${after ? compareWith(order, later, after, parameters) : ''}${before ? compareWith(order, earlier, before, parameters) : ''}`;
}

/** The condition that the rows of a branch are not beyond `stop`, in the direction of reading. */
export function stopCondition(
  order: FeedOrder,
  { stop, backward }: { readonly stop: Position | undefined; readonly backward: boolean },
  parameters: Parameters,
): string {
  return stop === undefined
    ? ''
    : compareWith(order, SORT[order].descending === backward ? '<=' : '>=', stop, parameters);
}

function compareWith(order: FeedOrder, sign: string, { key, id }: Position, parameters: Parameters): string {
  return ` and (${SORT[order].column}, l.id) ${sign} (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`;
}
