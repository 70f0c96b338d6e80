import { beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { makePasskey } from '../support/passkeys/authenticator.ts';
import {
  addPasskey,
  beginRegistration,
  beginSignIn,
  present,
  REGISTER,
  type AddedPasskey,
} from '../support/passkeys/passkeys.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
let token: string;
let passkey: AddedPasskey;
beforeAll(async () => {
  token = await gateway.signIn();
  passkey = await addPasskey(gateway, token);
});

const A = (length: number) => 'A'.repeat(length);
/** The credential of the sign-in with other values in its response. */
const withResponse = (credential: Json, more: object): object => ({
  ...credential,
  response: { ...credential.response, ...more },
});
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Lists within lists, as CBOR. */
const nested = (depth: number) => Buffer.alloc(depth, 0x81).toString('base64url');

const RESPONSES: readonly object[] = [
  { clientDataJSON: '' },
  { clientDataJSON: 7 },
  { clientDataJSON: null },
  { clientDataJSON: A(40_000) },
  { clientDataJSON: 'not base64 at all!' },
  { clientDataJSON: A(8) },
  { clientDataJSON: text(null) },
  { clientDataJSON: text([]) },
  { clientDataJSON: text({ type: 'webauthn.get', challenge: { toString: 1 }, origin: [] }) },
  { clientDataJSON: text({ type: ['webauthn.get'], challenge: [], origin: {} }) },
  { authenticatorData: A(4) },
  { authenticatorData: A(50_000) },
  { authenticatorData: A(4_000) },
  { signature: A(4) },
  { signature: A(40_000) },
  { userHandle: null },
  { userHandle: {} },
  { attestationObject: A(4) },
  { attestationObject: A(50_000) },
  { attestationObject: nested(20_000) },
  // A text, a byte string and a map that claim to have 2^32 items.
  { attestationObject: Buffer.from('7bffffffff', 'hex').toString('base64url') },
  { attestationObject: Buffer.from('5affffffff', 'hex').toString('base64url') },
  { attestationObject: Buffer.from('baffffffff', 'hex').toString('base64url') },
  { transports: 'internal' },
  { transports: Array.from({ length: 1_000 }, () => 'usb') },
  { transports: ['a b'] },
];

it('refuses malformed and oversized credentials with an error of their sender', async () => {
  const options = await beginSignIn(gateway);
  const right = passkey.sign(options);
  const credentials: readonly object[] = [
    {},
    { id: 5 },
    { ...right, id: A(5_000) },
    { ...right, type: 'password' },
    { ...right, response: null },
    { ...right, response: 'text' },
    ...RESPONSES.map((more) => withResponse(right, more)),
  ];
  for (const credential of credentials) {
    const { body } = await present(gateway, credential);
    const codes = body.errors?.map(({ extensions }: Json) => extensions.code) ?? [];
    const isIgnored = JSON.stringify(credential).match(/attestationObject|transports/) !== null;
    // The challenge of the right credential is used by the first that has all that is read.
    expect([JSON.stringify(credential).slice(0, 300), codes]).toEqual([
      expect.anything(),
      isIgnored && codes.length === 0
        ? []
        : [expect.stringMatching(/^(?:INVALID_PAYLOAD|UNAUTHENTICATED|BAD_REQUEST)$/)],
    ]);
  }
  expect(gateway.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

it('refuses malformed and oversized new credentials with an error of their sender', async () => {
  for (const [index, more] of RESPONSES.entries()) {
    // A few an account, which may try twenty in an hour.
    if (index % 15 === 0) token = await gateway.signIn();
    const right = makePasskey(await beginRegistration(gateway, token));
    const isIgnored =
      'authenticatorData' in more || 'signature' in more || 'userHandle' in more || 'transports' in more;
    const { body } = await gateway.graphql(
      REGISTER,
      { credential: withResponse(right.credential, more) },
      token,
    );
    const codes = body.errors?.map(({ extensions }: Json) => extensions.code) ?? [];
    expect([more, codes]).toEqual([
      more,
      isIgnored ? [] : [expect.stringMatching(/^(?:INVALID_PAYLOAD|BAD_REQUEST)$/)],
    ]);
  }
  expect(gateway.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});
