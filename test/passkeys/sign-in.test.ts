import { describe, expect, it } from '@jest/globals';
import { createPasskeyChallenges } from '../../src/adapters/auth/passkeys/challenges.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import type { Deviation } from '../support/passkeys/authenticator.ts';
import {
  addPasskey,
  beginRegistration,
  beginSignIn,
  isSignedIn,
  passkeysOf,
  present,
  refusalOf,
  REMOVE,
  signInWith,
} from '../support/passkeys/passkeys.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const SECRET = 'a-secret-of-the-tests-of-passkeys-long-enough';
const INVALID = { code: 'UNAUTHENTICATED', reason: 'PASSKEY_INVALID' };
const CHALLENGE_INVALID = { ...INVALID, reason: 'PASSKEY_CHALLENGE_INVALID' };
const UNKNOWN = { ...INVALID, reason: 'PASSKEY_UNKNOWN' };
const COPIED = { ...INVALID, reason: 'PASSKEY_COPIED' };
const MINUTE_MS = 60_000;

const gateway = sharedByTests(() => startGateway({ AUTH_SECRET: SECRET }));

const viewerOf = async (token: string | undefined, headers = {}) =>
  (await gateway.graphql('{ viewer { email } }', {}, token, headers)).body.data?.viewer;
const challengeAt = (at: number, secret = SECRET) =>
  createPasskeyChallenges([secret]).issue(['sign-in'], new Date(at)).toString('base64url');

describe('a passkey', () => {
  it('signs in to its account, with a token and the cookies of a sign-in by code', async () => {
    const email = newEmail();
    const passkey = await addPasskey(gateway, await gateway.signIn(email));
    const response = await signInWith(gateway, passkey);
    expect(response.body.data.signInWithPasskey).toEqual({
      token: expect.any(String),
      viewer: { id: expect.any(String), email },
    });
    expect(await viewerOf(response.body.data.signInWithPasskey.token)).toEqual({ email });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'giveaways.session_token',
      'giveaways.device',
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect(await viewerOf(undefined, { cookie: cookies[0]?.split(';')[0] })).toEqual({ email });
  });

  it('is in the audit log of its account, and in its list with its last use', async () => {
    const token = await gateway.signIn();
    const passkey = await addPasskey(gateway, token, { isSynced: true }, 'Laptop');
    const [before] = await passkeysOf(gateway, token);
    expect(before).toMatchObject({ id: passkey.passkeyId, name: 'Laptop', lastUsedAt: null, synced: true });
    await signInWith(gateway, passkey, {}, { 'user-agent': 'curl/8.5.0' });
    const [after] = await passkeysOf(gateway, token);
    expect(Date.parse(after.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(before.createdAt));
    expect(after.synced).toBe(false);
    const { body } = await gateway.graphql(
      '{ viewer { auditLog(first: 2) { nodes { action subject facts } } } }',
      {},
      token,
    );
    expect(body.data.viewer.auditLog.nodes).toEqual([
      {
        action: 'signIn',
        subject: expect.stringMatching(/^ses_/),
        facts: { client: 'curl', passkey: passkey.passkeyId },
      },
      { action: 'registerPasskey', subject: passkey.passkeyId, facts: { name: 'Laptop' } },
    ]);
  });

  it.each<[string, Deviation, object]>([
    ['for another origin', { origin: 'https://evil.example' }, INVALID],
    ['for a subdomain', { origin: 'http://www.localhost:4000' }, INVALID],
    ['for another port', { origin: 'http://localhost:4001' }, INVALID],
    ['for another relying party', { rpId: 'evil.example' }, INVALID],
    ['without verifying its user', { isVerified: false }, INVALID],
    ['for a registration', { type: 'webauthn.create' }, INVALID],
    ['for a challenge of its own', { challenge: 'AAAA' }, CHALLENGE_INVALID],
    ['after five minutes', { challenge: challengeAt(Date.now() - 5 * MINUTE_MS) }, CHALLENGE_INVALID],
    ['for a clock far ahead', { challenge: challengeAt(Date.now() + 6 * MINUTE_MS) }, CHALLENGE_INVALID],
    [
      'for another installation',
      { challenge: challengeAt(Date.now(), 'another-secret-of-the-tests-of-passkeys') },
      CHALLENGE_INVALID,
    ],
    ['with the handle of another account', { userHandle: 'b3RoZXI' }, INVALID],
  ])('is refused when it signs %s', async (_what, deviation, refusal) => {
    const passkey = await addPasskey(gateway, await gateway.signIn());
    expect(refusalOf(await signInWith(gateway, passkey, deviation))).toEqual(refusal);
    expect(isSignedIn(await signInWith(gateway, passkey))).toBe(true);
  });

  it('signs each challenge once', async () => {
    const passkey = await addPasskey(gateway, await gateway.signIn());
    const credential = passkey.sign(await beginSignIn(gateway));
    const responses = await Promise.all([1, 2, 3].map(() => present(gateway, credential)));
    expect(responses.filter(isSignedIn)).toHaveLength(1);
    expect(refusalOf(await present(gateway, credential))).toEqual(CHALLENGE_INVALID);
  });

  it('does not sign in with the challenge of a registration', async () => {
    const token = await gateway.signIn();
    const passkey = await addPasskey(gateway, token);
    const { challenge } = await beginRegistration(gateway, token);
    expect(refusalOf(await signInWith(gateway, passkey, { challenge }))).toEqual(CHALLENGE_INVALID);
  });

  it('does not sign in with the signature of another one', async () => {
    const [one, other] = [
      await addPasskey(gateway, await gateway.signIn()),
      await addPasskey(gateway, await gateway.signIn()),
    ];
    const mixed = { ...one.sign(await beginSignIn(gateway)), id: other.credential.id };
    expect(refusalOf(await present(gateway, mixed))).toEqual(INVALID);
  });

  it('is refused once it is removed, and so is one that nobody has added', async () => {
    const token = await gateway.signIn();
    const passkey = await addPasskey(gateway, token);
    await gateway.graphql(REMOVE, { id: passkey.passkeyId }, token);
    expect(refusalOf(await signInWith(gateway, passkey))).toEqual(UNKNOWN);
    expect((await gateway.graphql('{ viewer { id } }', {}, token)).status).toBe(200);
  });
});

describe('the counter of a passkey', () => {
  it('goes up; one that stays or goes back is refused, and its owner finds that in the audit log', async () => {
    const token = await gateway.signIn();
    const passkey = await addPasskey(gateway, token, { counter: 1 });
    expect(isSignedIn(await signInWith(gateway, passkey, { counter: 5 }))).toBe(true);
    for (const counter of [5, 4, 0])
      expect(refusalOf(await signInWith(gateway, passkey, { counter }))).toEqual(COPIED);
    expect(isSignedIn(await signInWith(gateway, passkey, { counter: 4_294_967_295 }))).toBe(true);
    const { body } = await gateway.graphql(
      '{ viewer { auditLog(first: 2) { nodes { actor action facts } } } }',
      {},
      token,
    );
    expect(body.data.viewer.auditLog.nodes).toMatchObject([
      { action: 'signIn' },
      { actor: 'anonymous', action: 'refusePasskey', facts: { name: expect.any(String) } },
    ]);
  });

  it('may stay at 0, as synced passkeys do', async () => {
    const passkey = await addPasskey(gateway, await gateway.signIn(), { isSynced: true });
    for (let time = 0; time < 2; time += 1)
      expect(isSignedIn(await signInWith(gateway, passkey, { isSynced: true }))).toBe(true);
  });
});

describe('the account of a passkey', () => {
  it('signs in as by code while its publisher is blocked', async () => {
    const email = newEmail();
    const token = await gateway.signIn(email);
    const passkey = await addPasskey(gateway, token);
    await gateway.onDatabase((em) =>
      em.execute(
        `update publisher set blocked_reason = 'spam'
         where namespace = (select 'account:' || id from user_account where email = ?)`,
        [email],
      ),
    );
    expect(isSignedIn(await signInWith(gateway, passkey))).toBe(true);
    expect(await gateway.signIn(email)).toEqual(expect.any(String));
  });

  it('signs in no more once it is deleted', async () => {
    const email = newEmail();
    const passkey = await addPasskey(gateway, await gateway.signIn(email));
    await gateway.onDatabase((em) => em.execute('delete from user_account where email = ?', [email]));
    expect(refusalOf(await signInWith(gateway, passkey))).toEqual(UNKNOWN);
  });
});

describe('a sign-in with a passkey', () => {
  it('stores nothing while it is only begun', async () => {
    const count = () =>
      gateway.onDatabase((em) => em.execute<unknown[]>('select count(*) as rows from passkey_challenge'));
    const before = await count();
    for (let time = 0; time < 3; time += 1) await beginSignIn(gateway);
    const passkey = await addPasskey(gateway, await gateway.signIn());
    const afterAdding = await count();
    await signInWith(gateway, passkey, { isVerified: false });
    expect(await count()).toEqual(afterAdding);
    expect(afterAdding).not.toEqual(before);
  });

  it('names no account in its options', async () => {
    const options = await beginSignIn(gateway);
    expect(options).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      timeout: 300_000,
      userVerification: 'required',
    });
  });
});
