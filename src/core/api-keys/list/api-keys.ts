import { invalidPayload } from '../../errors.ts';
import { readPage, toPage, type Page, type PageRequest } from '../../values/paging.ts';
import { defineUseCase } from '../../use-case.ts';
import { accountOf } from '../account-of.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { ApiKey } from '../api-key.ts';
import type { ApiKeyStore } from '../api-key-store.ts';
import type { Clock } from '../../clock.ts';
import type { Digests } from '../../values/digests.ts';
import {
  API_KEY_ORDERS,
  apiKeyArguments,
  compareKeys,
  matchesKey,
  type ApiKeyFilter,
  type ApiKeyOrder,
} from './api-key-query.ts';

/** The name of the list of all keys, newest first, in its cursors. */
const API_KEYS_ORDER = 'API_KEYS';
/** The digits of the filter in the name of a list. */
const DIGITS = 16;
/**
 * The keys that a filter or another order looks at, the newest of the account: some more than those that can be live. The list of all keys
 * has the others.
 */
const LOOKED_AT = 1_000;

/** A page of keys, and the list's name in its cursors. */
export interface ApiKeyPage extends Page<ApiKey> {
  readonly list: string;
}

/**
 * The keys of an account, newest first unless another order is requested, revoked ones included. A filter or another order is applied to
 * the newest thousand.
 */
export const apiKeys = defineUseCase({
  permission: 'api-keys',
  input: apiKeyArguments,

  async execute(
    ports: { accounts: AccountStore; apiKeys: ApiKeyStore; clock: Clock; digests: Digests },
    caller,
    { account, filter: sent, orderBy, ...raw },
  ): Promise<ApiKeyPage> {
    const filter = { search: sent?.search ?? undefined, state: sent?.state ?? undefined };
    const order = orderBy ?? API_KEY_ORDERS[0];
    const list = nameOfList(order, filter, ports.digests);
    const page = readPage(raw, list);
    const now = ports.clock.now();
    const owner = await accountOf(ports, caller, account, now);
    if (list === API_KEYS_ORDER) return { ...(await ports.apiKeys.pageOf(owner.id, page)), list };
    const newest = { size: LOOKED_AT, backward: false, after: undefined, before: undefined };
    const { items } = await ports.apiKeys.pageOf(owner.id, newest);
    const sorted = items.toSorted(compareKeys(order));
    return { ...pageOfSorted(sorted, page, (key) => matchesKey(key, filter, now)), list };
  },
});

function nameOfList(
  order: ApiKeyOrder,
  { search, state }: ApiKeyFilter,
  { sha256 }: Pick<Digests, 'sha256'>,
): string {
  const isFiltered = search !== undefined || state !== undefined;
  if (order === API_KEY_ORDERS[0] && !isFiltered) return API_KEYS_ORDER;
  return `${API_KEYS_ORDER}_${order}_${sha256(JSON.stringify([search, state])).slice(0, DIGITS)}`;
}

/** A page of keys that are in memory, in their order. A cursor may be that of a key that no longer matches. */
function pageOfSorted(
  sorted: readonly ApiKey[],
  page: PageRequest,
  matches: (key: ApiKey) => boolean,
): Page<ApiKey> {
  const start = page.after === undefined ? 0 : placeOf(sorted, page.after.id, 'after') + 1;
  const end = page.before === undefined ? sorted.length : placeOf(sorted, page.before.id, 'before');
  const between = sorted.slice(start, end).filter(matches);
  return toPage(page.backward ? between.toReversed() : between, page);
}

function placeOf(sorted: readonly ApiKey[], id: string, name: string): number {
  const place = sorted.findIndex((key) => key.id === id);
  if (place !== -1) return place;
  const message = 'is the cursor of a key that is no longer among the newest: read the list from its start.';
  throw invalidPayload([{ path: [name], message }]);
}
