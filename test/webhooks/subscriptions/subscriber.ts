import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '../../support/eventually.ts';
import type { Client } from '../../support/gateway/client.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { startHttpServer } from '../../support/http/http-server.ts';

/** A request that a callback got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback with callbacks of subscriptions, which confirms what it is asked. */
export interface Subscriber {
  /** A new callback. */
  callback(query?: string): string;
  /** The requests to a callback: GET for a question of the hub, POST for entries. */
  requestsTo(callback: string, method: 'GET' | 'POST'): readonly Got[];
  /** Waits for so many requests. */
  until(callback: string, method: 'GET' | 'POST', count: number): Promise<readonly Got[]>;
  /** Sets the responses to one callback; by default it confirms, and takes entries. */
  reply(
    callback: string,
    decide: (got: Got) => { readonly status: number; readonly body?: string } | undefined,
  ): void;
  /** Closes all connections, so that requests without a response end. */
  hangUp(): void;
  stop(): Promise<void>;
}

export async function startSubscriber(): Promise<Subscriber> {
  const received: Got[] = [];
  const replies = new Map<string, Parameters<Subscriber['reply']>[1]>();
  const { url, hangUp, stop } = await startHttpServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://subscriber');
    const { method = '', headers } = request;
    const got = { method, path: pathname, parameters: searchParams, headers, body: await text(request) };
    received.push(got);
    const decide = replies.get(pathname) ?? confirm;
    const reply = decide(got);
    if (reply) response.writeHead(reply.status).end(reply.body);
  }
  let callbacks = 0;
  const requestsTo: Subscriber['requestsTo'] = (callback, method) =>
    received.filter((got) => got.method === method && got.path === new URL(callback).pathname);
  return {
    callback: (query = '') => `${url}/callback-${(callbacks += 1)}${query}`,
    requestsTo,
    until: (callback, method, count) =>
      eventually(
        async () => requestsTo(callback, method),
        (found) => found.length >= count,
        20_000,
      ),
    reply: (callback, decide) => void replies.set(new URL(callback).pathname, decide),
    hangUp,
    stop,
  };
}

/** Confirms what the hub asks, and takes entries. */
export function confirm({ method, parameters }: Got): { readonly status: number; readonly body?: string } {
  return method === 'GET' ? { status: 200, body: parameters.get('hub.challenge') ?? '' } : { status: 204 };
}

/** Whether entries are signed with this secret. */
export function isHubSigned(secret: string, { headers, body }: Got): boolean {
  return headers['x-hub-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Sends a request to the hub. */
export function askHub(
  client: Client,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  return client.rest('POST', '/websub', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(parameters).toString(),
  });
}
