import type { RequestHandler } from 'express';
import { MAX_RELAY_REQUEST } from '../../adapters/chain/embedded/chain-relay.ts';
import { readJson } from '../../adapters/http/body.ts';
import { DomainError } from '../../core/errors.ts';
import type { Chain } from './chain.ts';

/** Answers JSON-RPC requests with the relay of the embedded chain. */
export function createRelayRoute(relay: NonNullable<Chain['relay']>): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      throw new DomainError('METHOD_NOT_ALLOWED', 'Send requests of JSON-RPC 2.0 by POST.');
    }
    const answer = await relay(await readJson(request, response, MAX_RELAY_REQUEST));
    response.setHeader('cache-control', 'no-store');
    response.type('application/json').send(answer);
  };
}
