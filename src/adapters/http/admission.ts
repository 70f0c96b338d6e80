import type { RequestHandler } from 'express';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import type { Allowance, RateLimits } from '../../core/access/rate-limits.ts';
import { requireAllowance } from '../../core/access/require-allowance.ts';
import { setTenant } from '../../runtime/concurrency/tenants.ts';
import { clientNetwork } from './client-network.ts';
import { rateLimitHeaders } from './rate-limits.ts';

/** The headers by which a request was identified; `authorization` replaces the cookie. */
type SentCredential = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>;

/** The callers whose credentials were right lately. It decides only when a request starts: each is authenticated again. */
export interface KnownCallers {
  /** The caller of this credential was authenticated, and is within its limit. */
  note(sent: SentCredential, caller: Caller): void;
  forget(sent: SentCredential): void;
  /** For whom the request is, if the caller is known: all credentials of an account are for one. */
  find(headers: IncomingHttpHeaders): string | undefined;
}

/** Identifies and counts requests. */
export interface Admission {
  /** Counts a request by its client network and sets the RateLimit headers. Throws RATE_LIMITED. */
  countAnonymous(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The same for a shared cacheable response, which gets RateLimit headers only when the allowance is used up. */
  countPublic(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Identifies the caller and counts the request: by key or client, else by client network. A refused one counts by network.
   * `sent`: the headers that `identify` looks at, if not all of them.
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    identify: (headers: IncomingMessage['headers']) => Promise<Caller>,
    sent?: SentCredential,
  ): Promise<Caller>;
}

/** `hops`: the number of trusted proxies in front. */
export function createAdmission(rateLimits: RateLimits, hops: number, known: KnownCallers): Admission {
  const show = (response: ServerResponse, allowance: Allowance) => {
    for (const [name, value] of rateLimitHeaders(allowance)) response.setHeader(name, value);
  };
  const count = async (response: ServerResponse, ...use: Parameters<RateLimits['consume']>) => {
    const allowance = await rateLimits.consume(...use);
    if (allowance) show(response, allowance);
    requireAllowance(allowance);
  };
  const countAnonymous = (request: IncomingMessage, response: ServerResponse) =>
    count(response, 'request-by-network', clientNetwork(request, hops));

  return {
    countAnonymous,
    async countPublic(request, response) {
      const allowance = await rateLimits.consume('request-by-network', clientNetwork(request, hops));
      if (allowance?.exceeded) show(response, allowance);
      requireAllowance(allowance);
    },
    async admit(request, response, identify, sent = request.headers) {
      let caller: Caller;
      try {
        caller = await identify(request.headers);
      } catch (error) {
        known.forget(sent);
        if (error instanceof DomainError && error.code.startsWith('UNAUTH')) {
          await countAnonymous(request, response);
        }
        throw error;
      }
      try {
        if (caller.kind === 'key') await count(response, 'request-by-key', caller.keyId);
        else if (caller.kind === 'client') await count(response, 'request-by-key', caller.namespace);
        else await countAnonymous(request, response);
      } catch (error) {
        known.forget(sent);
        throw error;
      }
      known.note(sent, caller);
      if ('namespace' in caller) setTenant(caller.namespace);
      return caller;
    },
  };
}

/** A middleware that only counts requests. */
export function countEach({ countAnonymous }: Admission): RequestHandler {
  return async (request, response, next) => {
    await countAnonymous(request, response);
    next();
  };
}
