import { describe, expect, it } from '@jest/globals';
import { createKey } from '../../support/gateway/operator.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import {
  codeFor,
  codeOfError,
  cookieOf,
  gateway,
  open,
  REQUEST_CODE,
  SIGN_IN,
  signIn,
  useSignInGateway,
  VIEWER,
  withGateway,
} from './sign-in-gateway.ts';

const SIGN_OUT = 'mutation { signOut { signedOut } }';

useSignInGateway();

describe('an account', () => {
  it('is the same at the second sign-in, and both sessions live', async () => {
    const email = newEmail();
    const first = await open(email);
    const second = await open(email);

    const viewers = await Promise.all(
      [first, second].map(async ({ token }) => (await gateway.graphql(VIEWER, {}, token)).body.data.viewer),
    );

    expect(first.token).not.toBe(second.token);
    expect(viewers[0]).toEqual({
      id: first.answer.body.data.signIn.viewer.id,
      email,
      apiKeys: { edges: [] },
    });
    expect(viewers[1]).toEqual(viewers[0]);
  });

  it('that the operator made a key for finds the key when it signs in', async () => {
    const email = newEmail();
    const { apiKey } = await createKey(gateway, email);
    const { token } = await open(email);
    const { body } = await gateway.graphql(VIEWER, {}, token);
    expect(body.data.viewer.apiKeys.edges).toEqual([{ node: { id: apiKey.id } }]);
  });

  it('has no keys to ask for at its sign-in, and whoever asks keeps the code', async () => {
    const { token } = await open();
    const email = newEmail();
    const code = await codeFor(email);
    const query = SIGN_IN.replace('id email', 'email apiKeys { edges { node { id } } }');
    for (const session of [undefined, token]) {
      const { status, body } = await gateway.graphql(query, { email, code }, session);
      expect({ status, data: body.data }).toEqual({ status: 400 });
    }
    expect((await signIn(email, code)).body.data.signIn.token).toEqual(expect.any(String));
  });
});

describe('a session', () => {
  it('is carried by the bearer token', async () => {
    const email = newEmail();
    const { token } = await open(email);
    expect((await gateway.graphql('{ viewer { email } }', {}, token)).body.data.viewer).toEqual({ email });
  });

  it('is carried by the cookie, which no script and no other site can use', async () => {
    const email = newEmail();
    const { answer, cookie } = await open(email);
    const { body } = await gateway.graphql('{ viewer { email } }', {}, undefined, { cookie });
    expect(body.data.viewer).toEqual({ email });
    expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly/);
    expect(answer.headers.getSetCookie().join()).toMatch(/SameSite=Lax/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('has a cookie for https only where the service is reached by https', () =>
    withGateway({ PUBLIC_URL: 'https://giveaways.example.com' }, async (secure) => {
      const email = newEmail();
      await secure.graphql(REQUEST_CODE, { email });
      const code = codeOf((await mailsTo(secure.directory, email)).at(-1) ?? '');

      const answer = await secure.graphql(SIGN_IN, { email, code });

      expect(answer.headers.getSetCookie().join()).toMatch(/^__Secure-[^;]+;.*Secure/);
      const cookie = cookieOf(answer);
      const { body } = await secure.graphql('{ viewer { email } }', {}, undefined, { cookie });
      expect(body.data.viewer).toEqual({ email });
    }));

  it.each([
    ['bearer token', ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })],
    ['cookie', ({ cookie }: { cookie: string }) => ({ cookie })],
  ])('ends when its %s signs out, whatever way it is carried', async (_what, carried) => {
    const session = await open();

    const out = await gateway.graphql(SIGN_OUT, {}, undefined, carried(session));

    expect(out.body.data.signOut).toEqual({ signedOut: true });
    expect(out.headers.getSetCookie().join()).toMatch(/Max-Age=0/);
    expect((await gateway.graphql(VIEWER, {}, session.token)).status).toBe(401);
    const byCookie = await gateway.graphql(VIEWER, {}, undefined, { cookie: session.cookie });
    expect(codeOfError(byCookie)).toBe('UNAUTHENTICATED');
  });

  it('does not end when another one of its account signs out', async () => {
    const email = newEmail();
    const [first, second] = [await open(email), await open(email)];
    await gateway.graphql(SIGN_OUT, {}, first.token);
    expect((await gateway.graphql('{ viewer { email } }', {}, second.token)).body.data.viewer).toEqual({
      email,
    });
  });

  it('is refused when it has expired', async () => {
    const { token, cookie } = await open();
    await gateway.onDatabase((em) =>
      em.execute(`update session set expires_at = now() - interval '1 second' where token = ?`, [
        token.split('.')[0],
      ]),
    );
    expect((await gateway.graphql(VIEWER, {}, token)).status).toBe(401);
    expect(codeOfError(await gateway.graphql(VIEWER, {}, undefined, { cookie }))).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['an unknown token', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a token of one character', 'A'],
    ['a token that is signed wrongly', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAA'],
  ])('is not opened by %s', async (_what, token) => {
    const answer = await gateway.graphql(VIEWER, {}, token);
    expect(answer.status).toBe(401);
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      requestId: expect.any(String),
    });
  });

  it('is not opened by what the database keeps', async () => {
    const { token } = await open();
    const kept = await gateway.onDatabase((em) =>
      em.execute<{ token: string }[]>('select token from session'),
    );
    const [own = ''] = kept.map((session) => session.token).filter((each) => token.startsWith(each));
    expect(own).not.toBe('');
    expect((await gateway.graphql(VIEWER, {}, own)).status).toBe(401);
    expect((await gateway.graphql('{ viewer { email } }', {}, token)).status).toBe(200);
  });

  it('is not opened by a cookie with another signature', async () => {
    const { cookie } = await open();
    const forged = cookie.replace(/\.[^.]*$/, '.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D');
    const answer = await gateway.graphql(VIEWER, {}, undefined, { cookie: forged });
    expect(codeOfError(answer)).toBe('UNAUTHENTICATED');
  });

  it('is no credential of the REST interface', async () => {
    const { token, cookie } = await open();
    const path = '/api/v1/giveaways?sourceExternalId=x';
    expect((await gateway.rest('GET', path, { key: token })).status).toBe(401);
    expect((await gateway.rest('GET', path, { headers: { cookie } })).status).toBe(401);
  });
});
