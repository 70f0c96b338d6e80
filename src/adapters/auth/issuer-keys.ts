import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { setTimeout as after } from 'node:timers/promises';
import { DomainError } from '../../core/errors.ts';
import { discoverKeySet, readKeySet } from './issuer-documents.ts';
import { MAX_TOKEN_SECONDS, TOKEN_ALGORITHMS } from './token-rules.ts';

/** For one reading, its metadata included. */
const TIMEOUT_MS = 15_000;
/** How long a token waits for a reading, which continues after that. */
const WAIT_MS = 3_000;
/** Keys that were read so long ago are read again. */
const FRESH_MS = 600_000;
/** The shortest time after a first reading that failed. Each further one doubles it, up to the longest pause. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The shortest time between two readings for unknown keys: forged tokens delay a new key by as much at most. */
const UNKNOWN_PAUSE_MS = 5_000;
/** How long keys serve that cannot be read again: all tokens that were issued with them have expired then. */
const STALE_MS = MAX_TOKEN_SECONDS * 1_000;

/** What this instance knows of an issuer's keys. */
export interface IssuerKeysState {
  /** Seconds since its keys were read; undefined while there are none that serve. */
  readonly age: number | undefined;
  /** Whether the newest reading failed, or the first one takes long. */
  readonly isFailing: boolean;
}

/** The keys of another issuer, which are read when they are needed. */
export interface IssuerKeys {
  /** The key of a token. Throws a JOSEError for an unknown one, SERVICE_UNAVAILABLE while the keys cannot be read. */
  readonly find: JWTVerifyGetKey;
  /** Reads the keys if they are due, and tells how they are. */
  check(): Promise<IssuerKeysState>;
}

interface IssuerKeysOptions {
  readonly issuer: string;
  /** The address of the keys; without it, the issuer's metadata names it, and is read each time. */
  readonly jwks: URL | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Reports that the keys can no longer be read. */
  readonly warn: (issuer: string, error: unknown) => void;
  readonly waitMs?: number;
}

/**
 * Reads the keys of an issuer with the first token, every ten minutes, and at once for a key that it does not know. It reads them again
 * a second after a failure, then after growing pauses, and for unknown keys no more often than every 5 seconds, so that forged tokens
 * cannot make this service flood the issuer. While the issuer does not answer, the keys that it had serve for a day. The keys of a slow
 * issuer are read too, but no token waits for longer than `waitMs`.
 */
export function createIssuerKeys({
  issuer,
  jwks,
  now,
  warn,
  waitMs = WAIT_MS,
}: IssuerKeysOptions): IssuerKeys {
  let known: { readonly find: JWTVerifyGetKey; readonly readAt: number } | undefined;
  let failure: { readonly cause: unknown; readonly pauseMs: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  /** Of the newest reading for an unknown key. */
  let requestedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    triedAt = now();
    try {
      known = { find: await readKeys(issuer, jwks), readAt: triedAt };
      failure = undefined;
    } catch (cause) {
      if (failure === undefined) warn(issuer, cause);
      failure = {
        cause,
        pauseMs: Math.min(LONGEST_PAUSE_MS, failure ? 2 * failure.pauseMs : FIRST_PAUSE_MS),
      };
    }
  };
  /** Settles when the keys were read or the wait is over, or at once when it is too early after a failure. */
  const readAgain = async () => {
    if (reading === undefined && failure !== undefined && now() - triedAt < failure.pauseMs) return;
    reading ??= read().finally(() => (reading = undefined));
    await endOrTime(reading, waitMs);
  };
  /** Like readAgain; also settles at once when it is too early after the last reading for an unknown key. */
  const readForUnknown = async () => {
    if (reading === undefined && now() - requestedAt < UNKNOWN_PAUSE_MS) return;
    if (reading === undefined) requestedAt = now();
    await readAgain();
  };
  const serving = () => (known && now() - known.readAt < STALE_MS ? known : undefined);
  const renew = async () => {
    if (known && now() - known.readAt < FRESH_MS) return;
    const read = readAgain();
    // While the issuer does not answer, nobody waits for it.
    if (failure === undefined || serving() === undefined) await read;
  };
  const unreadable = (cause: unknown) => {
    // A reading that is under way can end at any time.
    const nextAt = reading === undefined ? triedAt + (failure?.pauseMs ?? LONGEST_PAUSE_MS) : 0;
    return new DomainError('SERVICE_UNAVAILABLE', 'The keys of the token issuer cannot be read now.', {
      retryAfterSeconds: Math.max(1, Math.ceil((nextAt - now()) / 1_000)),
      cause,
    });
  };

  const find: JWTVerifyGetKey = async (header, token) => {
    const keys = serving();
    if (keys === undefined) throw unreadable(failure?.cause);
    try {
      return await keys.find(header, token);
    } catch (error) {
      // Of a key of the set that cannot be used, jose reports many kinds of errors.
      throw isUnknownKey(error) ? error : unreadable(error);
    }
  };

  return {
    async find(header, token) {
      await renew();
      try {
        return await find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        await readForUnknown();
        if (failure !== undefined || reading !== undefined) throw unreadable(failure?.cause);
        return find(header, token);
      }
    },
    async check() {
      await renew();
      const keys = serving();
      return {
        age: keys && Math.floor((now() - keys.readAt) / 1_000),
        isFailing: failure !== undefined || keys === undefined,
      };
    },
  };
}

async function readKeys(issuer: string, jwks: URL | undefined): Promise<JWTVerifyGetKey> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const url = jwks ?? (await discoverKeySet(issuer, signal));
  return createLocalJWKSet(await readKeySet(url, TOKEN_ALGORITHMS, signal));
}

/** Settles when this work has ended, or after this time. */
async function endOrTime(work: Promise<void>, ms: number): Promise<void> {
  const ended = new AbortController();
  await Promise.race([work, after(ms, undefined, { signal: ended.signal }).catch(() => undefined)]);
  ended.abort();
}

/** Whether the token names no key, or none that the set has. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}
