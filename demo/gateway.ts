import { createGiveaways, GiveawaysError, type Giveaways } from '@giveaway-gateway/client';
import { createGraphql, type Graphql } from '@giveaway-gateway/client/graphql';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectThat, step, tell } from './tell.ts';

/** The gateway that the demo uses. */
export const URL_OF_GATEWAY = (process.env['GIVEAWAYS_URL'] || 'http://localhost:4000').replace(/\/+$/, '');
/** Where its metrics are. */
export const URL_OF_METRICS = process.env['METRICS_URL'] || 'http://127.0.0.1:9464/metrics';
/** Its data folder, when it runs on this machine. */
export const DATA_DIR = process.env['DATA_DIR'] || '.data';

/** The first step of an act. */
export async function meetGateway(): Promise<void> {
  step(`The gateway at ${URL_OF_GATEWAY}`);
  const { status } = await fetch(`${URL_OF_GATEWAY}/readyz`);
  expectThat(status === 200, `it should be ready, but /readyz answers ${status}`);
  tell('is ready');
}

/** Sends GraphQL requests without a credential. */
export const graphql: Graphql = createGraphql({ url: URL_OF_GATEWAY });

/** Sends GraphQL requests with a credential. */
export function graphqlAs(credential: string): Graphql {
  return createGraphql({ url: URL_OF_GATEWAY, credential });
}

/** The REST interfaces for a key. A response waits for the chain as long as it may, since this machine may be slow. */
export function restAs(credential: string): Giveaways {
  return createGiveaways({ url: URL_OF_GATEWAY, credential, waitSeconds: 60 });
}

/** The error by which the gateway refuses a request. Throws an Error when it accepts it. */
export async function refusalOf(request: Promise<unknown>): Promise<GiveawaysError> {
  const error: unknown = await request.catch((refusal: unknown) => refusal);
  if (error instanceof GiveawaysError) return error;
  throw new Error('The gateway should refuse this request.');
}

/** The operator's token: GIVEAWAYS_TOKEN, or the file that the gateway wrote. Throws an Error when both are missing. */
export async function readOperatorToken(): Promise<string> {
  const file = join(DATA_DIR, 'operator-token');
  const token = process.env['GIVEAWAYS_TOKEN'] || (await readFile(file, 'utf8').catch(() => '')).trim();
  if (token === '') throw new Error(`Set GIVEAWAYS_TOKEN to the operator token: ${file} cannot be read.`);
  return token;
}
