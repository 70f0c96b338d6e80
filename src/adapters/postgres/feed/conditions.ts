import type { FeedFilter, FeedOrder } from '../../../core/feed/feed-query.ts';
import type { Position } from '../../../core/values/paging.ts';
import type { Parameters } from './parameters.ts';

/** A filter whose search phrase is looked up already. */
export interface Selection extends Omit<FeedFilter, 'terms'> {
  readonly tsquery: string | undefined;
}

/** One stretch of an index: it gives listings in the order of the feed. */
export interface Branch {
  readonly platform?: string | undefined;
  readonly provider?: string | undefined;
  readonly verified?: true | undefined;
  /** Undefined in the order of ends, which needs no such distinction. */
  readonly ended?: boolean | undefined;
}

export type Condition = 'tsquery' | 'platforms' | 'providers' | 'verified' | 'ends';

/** Which stretches of which index are read, and what their rows must be checked for. */
export interface Access {
  readonly branches: readonly Branch[];
  readonly unchecked: readonly Condition[];
}

export const SORT = {
  RECENTLY_UPDATED: { column: 'l.updated_at', descending: true },
  NEWEST: { column: 'l.created_at', descending: true },
  ENDING_SOON: { column: 'l.ends_at', descending: false },
} as const satisfies Record<FeedOrder, { column: string; descending: boolean }>;

/** The cheapest way through the indexes of an order; lists of names become branches only where nothing else is left to check. */
export function accessFor(selection: Selection, order: FeedOrder): Access {
  const conditions = conditionsOf(selection, order);
  const [list] = conditions;
  if (conditions.length === 1 && (list === 'platforms' || list === 'providers')) {
    const key = list === 'platforms' ? 'platform' : 'provider';
    const names = selection[list] ?? [];
    return { branches: names.flatMap((name) => ended(selection, order, { [key]: name })), unchecked: [] };
  }
  for (const [condition, key] of [
    ['providers', 'provider'],
    ['platforms', 'platform'],
  ] as const) {
    const names = selection[condition];
    if (names?.length === 1) {
      return {
        branches: ended(selection, order, { [key]: names[0] }),
        unchecked: conditions.filter((one) => one !== condition),
      };
    }
  }
  const verified = selection.verified === true || undefined;
  return {
    branches: ended(selection, order, { verified }),
    unchecked: conditions.filter((one) => one !== 'verified' || !verified),
  };
}

function conditionsOf(
  { tsquery, platforms, providers, verified, endsBefore, endsAfter }: Selection,
  order: FeedOrder,
) {
  const conditions: Condition[] = [];
  if (platforms) conditions.push('platforms');
  if (providers) conditions.push('providers');
  if (verified !== undefined) conditions.push('verified');
  if (tsquery !== undefined) conditions.push('tsquery');
  if (order !== 'ENDING_SOON' && (endsBefore || endsAfter)) conditions.push('ends');
  return conditions;
}

function ended({ notEndedAt }: Selection, order: FeedOrder, branch: Branch): Branch[] {
  if (order === 'ENDING_SOON') return [branch];
  return (notEndedAt ? [false] : [false, true]).map((isEnded) => ({ ...branch, ended: isEnded }));
}

/**
 * What an index finds without reading on: the branch, and the ends where the order is by them. Listings that ended since
 * they were last marked are few. The literals stand in the text so that partial indexes serve a generic plan.
 */
export function branchCondition(
  { platform, provider, verified, ended: isEnded }: Branch,
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
    // No index of ends may serve another order: all live listings would have to be sorted.
    parts.push(order === 'ENDING_SOON' ? isLive : `(${isLive}) is not false`);
  }
  if (order === 'ENDING_SOON') parts.push(...endConditions({ endsBefore, endsAfter }, parameters));
  return parts.join(' and ');
}

export const PUBLISHED = `l.status = 'published'`;
// The same, in the words of the indexes of platforms, providers and verified listings: no other index serves it.
const NOT_WITHDRAWN = `l.status <> 'withdrawn'`;

/** One condition of a filter, on the listing `l`. */
export function conditionText(condition: Condition, selection: Selection, parameters: Parameters): string {
  switch (condition) {
    case 'tsquery':
      return `l.search @@ ${parameters.add(selection.tsquery, 'tsquery')}`;
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

/** Whether the whole filter holds for the listing `l`. */
export function wholeCondition(selection: Selection, parameters: Parameters): string {
  const parts = conditionsOf(selection, 'NEWEST').map((one) => conditionText(one, selection, parameters));
  const { notEndedAt } = selection;
  if (notEndedAt) parts.push(`l.ends_at > ${parameters.add(notEndedAt.toISOString(), 'timestamptz')}`);
  return parts.length === 0 ? 'true' : parts.join(' and ');
}

/** The conditions that find listings without the order's index; a badge that is missing finds too many. */
export function sourcesOf(selection: Selection): Condition[] {
  return conditionsOf(selection, 'NEWEST').filter((one) => one !== 'verified' || selection.verified === true);
}

/** Where a page begins and ends: what follows `after` and precedes `before`. */
export function keysetCondition(
  order: FeedOrder,
  { after, before }: { readonly after: Position | undefined; readonly before: Position | undefined },
  parameters: Parameters,
): string {
  const { column, descending } = SORT[order];
  const [later, earlier] = descending ? ['<', '>'] : ['>', '<'];
  const beside = (sign: string, { key, id }: Position) =>
    ` and (${column}, l.id) ${sign} (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`;
  return `${after ? beside(later, after) : ''}${before ? beside(earlier, before) : ''}`;
}
