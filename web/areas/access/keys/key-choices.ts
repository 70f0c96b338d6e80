import type { ApiKeyOrder, ApiKeyState } from '../../../documents/generated.ts';
import type { ActiveFilter } from '../../../parts/tables/filter-bar.tsx';
import type { SortHead } from '../../../parts/tables/sort-head.tsx';
import type { SiteContext } from '../../../site/context.ts';
import { choiceOf, valueOf, type Parameters, type Query } from '../../../site/query.ts';
import { toAddress } from '../table-values.ts';

export const KEYS_PATH = '/access/keys';
export const MAX_KEY_SEARCH = 80;
export const KEY_STATES: readonly ApiKeyState[] = ['ACTIVE', 'EXPIRING', 'EXPIRED', 'REVOKED'];
export const KEY_ORDERS: readonly ApiKeyOrder[] = ['NEWEST', 'OLDEST', 'NAME', 'LAST_USED', 'EXPIRING_SOON'];

/** What the address of the table chooses. */
export interface KeyChoices {
  readonly search: string | undefined;
  readonly state: ApiKeyState | undefined;
  readonly order: ApiKeyOrder;
}

/** The parameters of the table in its address. */
export const KEY_PARAMETERS = ['q', 'state', 'order'] as const;

/** What an address chooses. Throws WrongParameter for a value that the table does not know. */
export function readKeyChoices(query: Query): KeyChoices {
  return {
    search: valueOf(query, 'q'),
    state: choiceOf(query, 'state', KEY_STATES, toAddress),
    order: choiceOf(query, 'order', KEY_ORDERS, toAddress) ?? 'NEWEST',
  };
}

export function toKeyParameters({ search, state, order }: KeyChoices): Parameters {
  return { q: search, state: toAddress(state), order: order === 'NEWEST' ? undefined : toAddress(order) };
}

/** The chosen filters, each with the address without it. */
export function keyFilters(choices: KeyChoices, { t }: Pick<SiteContext, 't'>): ActiveFilter[] {
  const { search, state } = choices;
  const without = (name: keyof KeyChoices) => toKeyParameters({ ...choices, [name]: undefined });
  return [
    ...(search === undefined ? [] : [{ text: t.tables.words(search), without: without('search') }]),
    ...(state === undefined ? [] : [{ text: t.tables.keys.states[state], without: without('state') }]),
  ];
}

/** The head of a column that sorts the table, or ends its order. */
export function keyHead(
  text: string,
  choices: KeyChoices,
  link: SiteContext['link'],
  { order, sorted }: { readonly order: ApiKeyOrder; readonly sorted: SortHead['sorted'] },
): SortHead {
  const isSorted = choices.order === order;
  return {
    text,
    href: link(KEYS_PATH, toKeyParameters({ ...choices, order: isSorted ? 'NEWEST' : order })),
    sorted: isSorted ? sorted : undefined,
  };
}
