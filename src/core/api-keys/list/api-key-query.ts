import { z } from 'zod';
import { emailAddress } from '../../values/email.ts';
import { pageArguments } from '../../values/paging.ts';
import { optionalText } from '../../values/text.ts';
import type { ApiKey } from '../api-key.ts';
import { WARNING_MS } from '../warn-expiring-keys.ts';

/** Whether a key works; the states exclude each other. */
export const API_KEY_STATES = ['ACTIVE', 'EXPIRING', 'EXPIRED', 'REVOKED'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** The orders of keys; the first one is the default. */
export const API_KEY_ORDERS = ['NEWEST', 'OLDEST', 'NAME', 'LAST_USED', 'EXPIRING_SOON'] as const;
export type ApiKeyOrder = (typeof API_KEY_ORDERS)[number];

/** The arguments of a read of the keys of an account. */
export const apiKeyArguments = z.object({
  account: emailAddress.nullish(),
  ...pageArguments,
  filter: z
    .object({
      search: optionalText(80, null).describe(
        'A part of the name, or the beginning of the key as it is shown, without regard to case.',
      ),
      state: z
        .enum(API_KEY_STATES, `must be one of ${API_KEY_STATES.join(', ')}.`)
        .nullish()
        .describe('Only keys in this state.'),
    })
    .nullish(),
  orderBy: z.enum(API_KEY_ORDERS, `must be one of ${API_KEY_ORDERS.join(', ')}.`).nullish(),
});

/** Undefined members do not filter. */
export interface ApiKeyFilter {
  readonly search: string | undefined;
  readonly state: ApiKeyState | undefined;
}

/** The state of a key at an instant. */
export function stateOfKey({ revokedAt, expiresAt }: ApiKey, now: Date): ApiKeyState {
  if (revokedAt !== null) return 'REVOKED';
  if (expiresAt === null) return 'ACTIVE';
  if (expiresAt <= now) return 'EXPIRED';
  return expiresAt.getTime() - now.getTime() <= WARNING_MS ? 'EXPIRING' : 'ACTIVE';
}

/** Whether a key matches a filter at an instant. */
export function matchesKey(key: ApiKey, { search, state }: ApiKeyFilter, now: Date): boolean {
  if (state !== undefined && stateOfKey(key, now) !== state) return false;
  if (search === undefined) return true;
  const text = search.toLowerCase();
  return key.name.toLowerCase().includes(text) || key.start.toLowerCase().startsWith(text);
}

const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;
/** What each order sorts by, from the smallest on. */
const SORT_KEYS: Readonly<Record<ApiKeyOrder, (key: ApiKey) => number | string>> = {
  NEWEST: ({ createdAt }) => -createdAt.getTime(),
  OLDEST: ({ createdAt }) => createdAt.getTime(),
  NAME: ({ name }) => name.toLowerCase(),
  LAST_USED: ({ lastUsedAt }) => -(lastUsedAt?.getTime() ?? FIRST),
  EXPIRING_SOON: ({ expiresAt }) => expiresAt?.getTime() ?? LAST,
};

/** Compares keys in an order; of equal ones, that with the larger id is first, as in the list of all keys. */
export function compareKeys(order: ApiKeyOrder): (one: ApiKey, other: ApiKey) => number {
  const keyOf = SORT_KEYS[order];
  return (one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if (left !== right) return left < right ? -1 : 1;
    return one.id > other.id ? -1 : 1;
  };
}
