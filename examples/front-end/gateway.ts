/// <reference types="vite/client" />
import type { Document } from './generated.ts';

/** The gateway: GIVEAWAYS_URL of the environment in which Vite starts. Queries need no credential and no setting of the gateway. */
export const GATEWAY: string = import.meta.env['GIVEAWAYS_URL'] || 'http://localhost:4000';

/** Sends a query; its document determines the types of the variables and of the result. Throws an Error with the first message. */
export async function query<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const answer = await fetch(`${GATEWAY}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data, errors } = (await answer.json()) as {
    readonly data?: Result;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (errors?.[0] || data == null) throw new Error(errors?.[0]?.message ?? `The answer is ${answer.status}.`);
  return data;
}
