import type { RequestHandler, Response } from 'express';
import { finished } from 'node:stream/promises';
import { MAX_RELAY_REQUEST } from '../../adapters/chain/embedded/chain-relay.ts';
import { readJson } from '../../adapters/http/body.ts';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';
import type { Chain } from './chain.ts';

/** Longer responses, in characters, are sent a few at a time: each stays in memory until its client has read it. */
const MAX_SMALL_RESPONSE = 256 * 1024;
const MAX_SENDING_MS = 20_000;

/** Answers JSON-RPC requests with the relay of the embedded chain. A client gets `sendingMs` to read a long response. */
export function createRelayRoute(
  relay: NonNullable<Chain['relay']>,
  sendingMs = MAX_SENDING_MS,
): RequestHandler {
  const sending = createGate({
    atOnce: 4,
    mostWaiting: 8,
    longestWaitMs: sendingMs,
    refusal: () =>
      new DomainError('SERVICE_UNAVAILABLE', 'Too many long answers are being sent: try again shortly.', {
        retryAfterSeconds: 5,
      }),
  });
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      throw new DomainError('METHOD_NOT_ALLOWED', 'Send requests of JSON-RPC 2.0 by POST.');
    }
    const reply = await relay(await readJson(request, response, MAX_RELAY_REQUEST));
    response.setHeader('cache-control', 'no-store');
    if (reply.length <= MAX_SMALL_RESPONSE) response.type('application/json').send(reply);
    else await sending.run(() => sendWhole(response, reply, sendingMs));
  };
}

/** Resolves when the client has read the response, or has lost the connection because it read too slowly. */
async function sendWhole(response: Response, reply: string, withinMs: number): Promise<void> {
  response.type('application/json').send(reply);
  await finished(response, { signal: AbortSignal.timeout(withinMs) }).catch(() => response.destroy());
}
