import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/http/http.ts';
import { startHttpServer } from '../../support/http/http-server.ts';

/** A received message. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: Json;
  /** The status of the response; null when there was none. */
  readonly status: number | null;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Decide = (path: string, count: number) => Reply | undefined | Promise<Reply>;

/** A server on loopback that receives webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the responses from now on (default 204); undefined means no response. */
  reply(decide: Decide): void;
  /** Waits until this many messages have come, of those that the test selects. */
  until(
    count: number,
    matches?: (received: Received) => boolean,
    withinMs?: number,
  ): Promise<readonly Received[]>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let decide: Decide = () => ({ status: 204 });
  const server = await startHttpServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const reply = await decide(request.url ?? '', received.length + 1);
    const { headers } = request;
    received.push({
      path: request.url ?? '',
      headers,
      body,
      message: JSON.parse(body),
      status: reply?.status ?? null,
    });
    if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
  }
  return {
    url: `${server.url}/hook`,
    received,
    reply: (next) => (decide = next),
    until: (count, matches = () => true, withinMs = 40_000) =>
      eventually(
        async () => received.filter(matches),
        (found) => found.length >= count,
        withinMs,
      ),
    stop: () => server.stop(),
  };
}

/** Checks the message's signature as a receiver does. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
