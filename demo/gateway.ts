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

/** Sends a GraphQL request. Throws an Error with the first error's message. */
export async function graphql<Data>(query: string, variables: object, token?: string): Promise<Data> {
  const answer = await fetch(`${URL_OF_GATEWAY}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: { message: string }[] };
  if (errors?.[0] || data === undefined) throw new Error(errors?.[0]?.message ?? `GraphQL: ${answer.status}`);
  return data;
}

/** The operator's token: GIVEAWAYS_TOKEN, or the file that the gateway wrote. Throws an Error when both are missing. */
export async function readOperatorToken(): Promise<string> {
  const file = join(DATA_DIR, 'operator-token');
  const token = process.env['GIVEAWAYS_TOKEN'] || (await readFile(file, 'utf8').catch(() => '')).trim();
  if (token === '') throw new Error(`Set GIVEAWAYS_TOKEN to the operator token: ${file} cannot be read.`);
  return token;
}
