import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';

export const REQUEST_CODE =
  'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
export const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { token viewer { id email } }
}`;
export const VIEWER = '{ viewer { id email apiKeys { edges { node { id } } } } }';

export let gateway: Gateway;

/** Starts a gateway without a mail server for a suite, and stops it. */
export function useSignInGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
}

export const requestCode = (email: string): Promise<HttpResponse> => gateway.graphql(REQUEST_CODE, { email });
export const signIn = (email: string, code: string): Promise<HttpResponse> =>
  gateway.graphql(SIGN_IN, { email, code });
export const newestCode = async (email: string): Promise<string> =>
  codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');
/** Requests a code and reads it from the newest mail. */
export async function codeFor(email: string): Promise<string> {
  await requestCode(email);
  return newestCode(email);
}
/** Codes that differ from this one. */
export const wrongCodes = (code: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );

/** Runs the work with a gateway of another configuration, and stops that gateway. */
export async function withGateway(
  variables: Gateway['variables'],
  work: (gateway: Gateway) => Promise<void>,
) {
  const other = await startGateway(variables);
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

export const reasonOf = ({ body }: HttpResponse) => body.errors?.[0].extensions.reason;
export const codeOfError = ({ body }: HttpResponse) => body.errors?.[0].extensions.code;
export const cookieOf = ({ headers }: HttpResponse) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** Opens a session of this address, and returns its token both as a bearer token and as a cookie. */
export async function open(email = newEmail()) {
  const response = await signIn(email, await codeFor(email));
  return { token: String(response.body.data.signIn.token), cookie: cookieOf(response), response };
}
