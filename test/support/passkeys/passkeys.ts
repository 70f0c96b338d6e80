import type { Client } from '../gateway/client.ts';
import type { HttpResponse, Json } from '../http/http.ts';
import { makePasskey, type Deviation, type SoftPasskey } from './authenticator.ts';

type Api = Pick<Client, 'graphql'>;
type Headers = Readonly<Record<string, string>>;

export const BEGIN_REGISTRATION = 'mutation { beginPasskeyRegistration { options } }';
export const REGISTER = `mutation ($credential: JSONObject!, $name: String) {
  registerPasskey(input: { credential: $credential, name: $name }) { passkey { id name createdAt lastUsedAt synced } }
}`;
export const BEGIN_SIGN_IN = 'mutation { beginPasskeySignIn { options } }';
export const SIGN_IN_WITH_PASSKEY = `mutation ($credential: JSONObject!) {
  signInWithPasskey(input: { credential: $credential }) { token viewer { id email } }
}`;
export const REMOVE = 'mutation ($id: ID!) { removePasskey(input: { id: $id }) { id } }';
export const RENAME = `mutation ($id: ID!, $name: String!, $expected: String) {
  renamePasskey(input: { id: $id, name: $name, expected: $expected }) { passkey { id name } }
}`;
export const PASSKEYS = '{ viewer { passkeys { id name createdAt lastUsedAt synced } } }';

/** A passkey of an account, and its id. */
export interface AddedPasskey extends SoftPasskey {
  readonly passkeyId: string;
}

/** The options for a new passkey of the account of a session. */
export async function beginRegistration(api: Api, token: string): Promise<Json> {
  return (await api.graphql(BEGIN_REGISTRATION, {}, token)).body.data.beginPasskeyRegistration.options;
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(
  api: Api,
  token: string,
  deviation: Deviation = {},
  name?: string,
): Promise<AddedPasskey> {
  const made = makePasskey(await beginRegistration(api, token), deviation);
  const { body } = await api.graphql(REGISTER, { credential: made.credential, name }, token);
  return { ...made, passkeyId: String(body.data.registerPasskey.passkey.id) };
}

/** The options for a sign-in. */
export async function beginSignIn(api: Api): Promise<Json> {
  return (await api.graphql(BEGIN_SIGN_IN)).body.data.beginPasskeySignIn.options;
}

export const present = (api: Api, credential: object, headers: Headers = {}): Promise<HttpResponse> =>
  api.graphql(SIGN_IN_WITH_PASSKEY, { credential }, undefined, headers);

/** Signs in with a passkey. */
export async function signInWith(
  api: Api,
  passkey: SoftPasskey,
  deviation: Deviation = {},
  headers: Headers = {},
) {
  return present(api, passkey.sign(await beginSignIn(api), deviation), headers);
}

export async function passkeysOf(api: Api, token: string): Promise<Json[]> {
  return (await api.graphql(PASSKEYS, {}, token)).body.data.viewer.passkeys;
}

/** The code and the reason of an error; neither when there is none. */
export function refusalOf({ body }: HttpResponse): Json {
  const { code, reason } = body.errors?.[0].extensions ?? {};
  return { code, reason };
}

/** Whether a session was opened. */
export const isSignedIn = ({ body }: HttpResponse): boolean =>
  typeof body.data?.signInWithPasskey?.token === 'string';
