import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually } from '../eventually.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Json } from '../http/http.ts';

/** A subscription of a real client. */
export interface Followed {
  /** What it was told, in order: the value of its one field, or the errors that came instead. */
  readonly told: readonly Json[];
  /** Undefined while it lasts; then 'complete', or what ended it: errors, or the close event of the connection. */
  readonly ended: () => Json;
  /** Waits until what was told last is right; answers it, right or not. */
  last(isRight: (told: Json) => boolean, withinMs?: number): Promise<Json>;
  /** Waits for the end and answers it. */
  end(withinMs?: number): Promise<Json>;
  stop(): void;
}

/** A client of the gateway's subscriptions, which connects once and not again; behind a proxy that saw this address. */
export function subscriptionClient(gateway: Pick<Gateway, 'url'>, key?: string, address?: string): Client {
  class Socket extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, address === undefined ? {} : { headers: { 'x-forwarded-for': address } });
    }
  }
  return createClient({
    url: `${gateway.url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    ...(key !== undefined && { connectionParams: { authorization: `Bearer ${key}` } }),
  });
}

/** Subscribes and notes what comes. */
export function follow(client: Client, query: string, variables: Record<string, unknown>): Followed {
  const told: Json[] = [];
  let ended: Json;
  const stop = client.subscribe<Json>(
    { query, variables },
    {
      next: ({ data, errors }) => told.push(errors ?? Object.values(data ?? {})[0]),
      error: (reason: Json) => (ended ??= Array.isArray(reason) ? reason : toClosed(reason)),
      complete: () => (ended ??= 'complete'),
    },
  );
  return {
    told,
    ended: () => ended,
    last: (isRight, withinMs = 20_000) =>
      eventually(
        async () => told.at(-1),
        (value) => value !== undefined && isRight(value),
        withinMs,
      ),
    end: (withinMs = 20_000) =>
      eventually(
        async () => ended,
        (value) => value !== undefined,
        withinMs,
      ),
    stop,
  };
}

function toClosed(reason: Json): Json {
  return { code: reason.code, reason: String(reason.reason ?? reason.message) };
}
