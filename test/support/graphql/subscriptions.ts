import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually } from '../eventually.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Json } from '../http/http.ts';

/** A subscription of a real client. */
export interface Subscription {
  /** The messages received, in order: the value of the one field, or the errors sent instead. */
  readonly messages: readonly Json[];
  /**
   * Undefined while the subscription lasts; then 'complete' or the reason: errors, or the close event of the connection.
   */
  readonly ended: () => Json;
  /** Waits until the newest message is right; returns the newest message either way. */
  last(isRight: (message: Json) => boolean, withinMs?: number): Promise<Json>;
  /** Waits for the end of the subscription; returns its reason. */
  end(withinMs?: number): Promise<Json>;
  stop(): void;
}

/** Creates a subscription client that does not reconnect; `address` is the client address that a proxy reports. */
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

/** Subscribes and records the messages. */
export function subscribe(client: Client, query: string, variables: Record<string, unknown>): Subscription {
  const messages: Json[] = [];
  let ended: Json;
  const stop = client.subscribe<Json>(
    { query, variables },
    {
      next: ({ data, errors }) => messages.push(errors ?? Object.values(data ?? {})[0]),
      error: (reason: Json) => (ended ??= Array.isArray(reason) ? reason : toClosed(reason)),
      complete: () => (ended ??= 'complete'),
    },
  );
  return {
    messages,
    ended: () => ended,
    last: (isRight, withinMs = 20_000) =>
      eventually(
        async () => messages.at(-1),
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
