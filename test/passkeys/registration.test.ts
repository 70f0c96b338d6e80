import { describe, expect, it } from '@jest/globals';
import { createPasskeyChallenges } from '../../src/adapters/auth/passkeys/challenges.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse } from '../support/http/http.ts';
import { newEmail } from '../support/listings.ts';
import { makePasskey, type Deviation } from '../support/passkeys/authenticator.ts';
import {
  addPasskey,
  BEGIN_REGISTRATION,
  beginRegistration,
  isSignedIn,
  passkeysOf,
  refusalOf,
  REGISTER,
  REMOVE,
  RENAME,
  signInWith,
} from '../support/passkeys/passkeys.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const SECRET = 'a-secret-of-the-tests-of-passkeys-long-enough';
const REFUSED = { code: 'INVALID_PAYLOAD', reason: 'PASSKEY_INVALID' };
const CHALLENGE_INVALID = { ...REFUSED, reason: 'PASSKEY_CHALLENGE_INVALID' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const gateway = sharedByTests(() => startGateway({ AUTH_SECRET: SECRET }));

const register = (
  token: string,
  credential: unknown,
  more: object = {},
  headers = {},
): Promise<HttpResponse> => gateway.graphql(REGISTER, { credential, ...more }, token, headers);
const messageOf = ({ body }: HttpResponse) => String(body.errors?.[0].message);

describe('the options for a new passkey', () => {
  it('ask for a passkey that the device knows by itself, and that verifies its user', async () => {
    const email = newEmail();
    const token = await gateway.signIn(email);
    const options = await beginRegistration(gateway, token);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email, id: expect.stringMatching(/^[\w-]{43}$/) },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257]);
  });

  it('have one random handle of the account, and name the passkeys that it has', async () => {
    const token = await gateway.signIn();
    const first = await beginRegistration(gateway, token);
    const passkey = await addPasskey(gateway, token);
    const second = await beginRegistration(gateway, token);
    expect(second.user.id).toBe(first.user.id);
    expect(second.challenge).not.toBe(first.challenge);
    expect(second.excludeCredentials).toEqual([
      { type: 'public-key', id: passkey.credential.id, transports: ['internal'] },
    ]);
    const other = await beginRegistration(gateway, await gateway.signIn());
    expect(other.user.id).not.toBe(first.user.id);
  });

  it('need a session', async () => {
    expect(refusalOf(await gateway.graphql(BEGIN_REGISTRATION))).toMatchObject({ code: 'UNAUTHENTICATED' });
    const key = await gateway.createKey();
    expect((await gateway.graphql(BEGIN_REGISTRATION, {}, key)).body.errors[0].extensions.code).toBe(
      'UNAUTHORIZED',
    );
  });
});

describe('a new passkey', () => {
  it.each([
    ['the given name', { name: ' My phone ' }, FIREFOX, 'My phone'],
    ['that of its browser', {}, FIREFOX, 'Firefox, Linux'],
    ['a name all the same', { name: '' }, '', 'Passkey'],
  ])('has %s', async (_what, more, userAgent, name) => {
    const token = await gateway.signIn();
    const { credential } = makePasskey(await beginRegistration(gateway, token));
    await register(token, credential, more, { 'user-agent': userAgent });
    expect(await passkeysOf(gateway, token)).toMatchObject([{ name, lastUsedAt: null, synced: false }]);
  });

  it.each<[string, Deviation, object]>([
    ['for another origin', { origin: 'https://evil.example' }, REFUSED],
    ['for another relying party', { rpId: 'evil.example' }, REFUSED],
    ['without verifying its user', { isVerified: false }, REFUSED],
    ['for a sign-in', { type: 'webauthn.get' }, REFUSED],
    ['with an algorithm that was not offered', { algorithm: -36 }, REFUSED],
    ['for a challenge of its own', { challenge: 'AAAA' }, CHALLENGE_INVALID],
  ])('is refused when it is made %s', async (_what, deviation, refusal) => {
    const token = await gateway.signIn();
    const { credential } = makePasskey(await beginRegistration(gateway, token), deviation);
    expect(refusalOf(await register(token, credential))).toEqual(refusal);
    expect(await passkeysOf(gateway, token)).toEqual([]);
  });

  it('is refused after five minutes, and for the challenge of another account or of a sign-in', async () => {
    const token = await gateway.signIn();
    const { viewer } = (await gateway.graphql('{ viewer { id } }', {}, token)).body.data;
    const challenges = createPasskeyChallenges([SECRET]);
    const options = await beginRegistration(gateway, token);
    const others = [
      challenges.issue(['registration', viewer.id], new Date(Date.now() - 300_000)).toString('base64url'),
      challenges.issue(['sign-in'], new Date()).toString('base64url'),
      (await beginRegistration(gateway, await gateway.signIn())).challenge,
    ];
    for (const challenge of others) {
      const { credential } = makePasskey(options, { challenge });
      expect(refusalOf(await register(token, credential))).toEqual(CHALLENGE_INVALID);
    }
  });

  it('is taken without its statement, which nobody reads', async () => {
    const token = await gateway.signIn();
    const passkey = await addPasskey(gateway, token, { statement: 'android-key' });
    expect(isSignedIn(await signInWith(gateway, passkey))).toBe(true);
  });

  it('is the same when the request is repeated, and no other one comes from its challenge', async () => {
    const token = await gateway.signIn();
    const options = await beginRegistration(gateway, token);
    const { credential } = makePasskey(options);
    const responses = [
      await register(token, credential),
      await register(token, credential, { name: 'Again' }),
    ];
    expect(responses[1]?.body).toEqual(responses[0]?.body);
    expect(refusalOf(await register(token, makePasskey(options).credential))).toEqual(CHALLENGE_INVALID);
    expect(await passkeysOf(gateway, token)).toHaveLength(1);
  });

  it('belongs to one account', async () => {
    const passkey = await addPasskey(gateway, await gateway.signIn());
    const token = await gateway.signIn();
    const { challenge } = await beginRegistration(gateway, token);
    // The client data is not signed at a registration: a stranger who has seen a credential can replace it.
    const clientData = { type: 'webauthn.create', challenge, origin: 'http://localhost:4000' };
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const response = { ...(passkey.credential['response'] as object), clientDataJSON };
    expect(refusalOf(await register(token, { ...passkey.credential, response }))).toEqual(REFUSED);
    expect(isSignedIn(await signInWith(gateway, passkey))).toBe(true);
  });

  it('is the tenth at most, also when several are added at once', async () => {
    const token = await gateway.signIn();
    for (let each = 0; each < 8; each += 1) await addPasskey(gateway, token);
    const made = [];
    for (let each = 0; each < 4; each += 1) made.push(makePasskey(await beginRegistration(gateway, token)));
    const responses = await Promise.all(made.map(({ credential }) => register(token, credential)));
    const refused = responses.filter(({ body }) => body.errors);
    expect(refused.map(messageOf)).toEqual(
      [1, 2].map(() => 'The account has 10 passkeys, which is the limit: remove one first.'),
    );
    expect(await passkeysOf(gateway, token)).toHaveLength(10);
    expect(messageOf(await gateway.graphql(BEGIN_REGISTRATION, {}, token))).toContain('10 passkeys');
  });

  it('is one of twenty in an hour', async () => {
    const token = await gateway.signIn();
    const options = await beginRegistration(gateway, token);
    const { credential } = makePasskey(options, { isVerified: false });
    for (let each = 0; each < 20; each += 1) await register(token, credential);
    expect(refusalOf(await register(token, credential))).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('the passkeys of an account', () => {
  it('get no other name over one that the caller has not seen', async () => {
    const token = await gateway.signIn();
    const { passkeyId: id } = await addPasskey(gateway, token);
    const rename = (name: string, expected?: string) =>
      gateway.graphql(RENAME, { id, name, expected }, token).then(({ body }) => body);
    await rename('Desk');
    expect((await rename('Office', 'Phone')).errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      reason: 'PASSKEY_CHANGED',
    });
    expect((await rename('Office', 'Desk')).data.renamePasskey.passkey).toEqual({ id, name: 'Office' });
    // Its response was lost.
    expect((await rename('Office', 'Desk')).data.renamePasskey.passkey).toEqual({ id, name: 'Office' });
    expect((await rename('Key')).data.renamePasskey.passkey).toEqual({ id, name: 'Key' });
  });

  it('are renamed and removed by it alone', async () => {
    const [token, stranger] = [await gateway.signIn(), await gateway.signIn()];
    const { passkeyId: id } = await addPasskey(gateway, token);
    for (const response of [
      await gateway.graphql(RENAME, { id, name: 'Mine' }, stranger),
      await gateway.graphql(REMOVE, { id }, stranger),
    ])
      expect(response.body.errors[0].extensions.code).toBe('NOT_FOUND');
    const renamed = await gateway.graphql(RENAME, { id, name: 'Desk' }, token);
    expect(renamed.body.data.renamePasskey.passkey).toEqual({ id, name: 'Desk' });
    expect((await gateway.graphql(REMOVE, { id }, token)).body.data.removePasskey).toEqual({ id });
    expect((await gateway.graphql(REMOVE, { id }, token)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(await passkeysOf(gateway, token)).toEqual([]);
  });
});
