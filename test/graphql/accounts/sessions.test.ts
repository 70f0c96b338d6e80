import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
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
  wrongCodes,
} from './sign-in-gateway.ts';

const SIGN_OUT = 'mutation { signOut { signedOut } }';

useSignInGateway();

/** The stored form of a session's token. */
function storedToken(token: string): string {
  const [plain = ''] = token.split('.');
  return createHash('sha256').update(plain).digest('base64url');
}

describe('a session', () => {
  it('is stored with a hash of its token, which is no credential', async () => {
    const { token, response } = await open();
    const rows = await gateway.onDatabase((em) =>
      em.execute<{ readonly token: string }[]>('select * from session where account_id = ?', [
        response.body.data.signIn.viewer.id,
      ]),
    );
    const [plain = '', signature = ''] = token.split('.');
    expect(JSON.stringify(rows)).not.toContain(plain);
    const stored = rows[0]?.token ?? '';
    expect(stored).toBe(storedToken(token));
    for (const credential of [stored, `${stored}.${signature}`])
      expect((await gateway.graphql(VIEWER, {}, credential)).status).toBe(401);
    expect((await gateway.graphql(VIEWER, {}, token)).status).toBe(200);
  });
});

describe('an account', () => {
  it('is the same at the second sign-in, and both sessions are valid', async () => {
    const email = newEmail();
    const first = await open(email);
    const second = await open(email);

    const viewers = await Promise.all(
      [first, second].map(async ({ token }) => (await gateway.graphql(VIEWER, {}, token)).body.data.viewer),
    );

    expect(first.token).not.toBe(second.token);
    expect(viewers[0]).toEqual({
      id: first.response.body.data.signIn.viewer.id,
      email,
      apiKeys: { edges: [] },
    });
    expect(viewers[1]).toEqual(viewers[0]);
  });

  it('lists a key that the operator created for it before its first sign-in', async () => {
    const email = newEmail();
    const { apiKey } = await createKey(gateway, email);
    const { token } = await open(email);
    const { body } = await gateway.graphql(VIEWER, {}, token);
    expect(body.data.viewer.apiKeys.edges).toEqual([{ node: { id: apiKey.id } }]);
  });

  it('does not return its keys with the sign-in, and a query for them does not use the code', async () => {
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
  it('is authenticated by the bearer token', async () => {
    const email = newEmail();
    const { token } = await open(email);
    expect((await gateway.graphql('{ viewer { email } }', {}, token)).body.data.viewer).toEqual({ email });
  });

  it('is authenticated by the cookie, which is HttpOnly and SameSite', async () => {
    const email = newEmail();
    const { response, cookie } = await open(email);
    const { body } = await gateway.graphql('{ viewer { email } }', {}, undefined, { cookie });
    expect(body.data.viewer).toEqual({ email });
    expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly/);
    expect(response.headers.getSetCookie().join()).toMatch(/SameSite=Lax/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('has a secure cookie of this host alone when the public URL is https', () =>
    withGateway({ PUBLIC_URL: 'https://giveaways.example.com/below' }, async (secure) => {
      const email = newEmail();
      await secure.graphql(REQUEST_CODE, { email });
      const code = codeOf((await mailsTo(secure.directory, email)).at(-1) ?? '');

      const response = await secure.graphql(SIGN_IN, { email, code });

      const set = response.headers.getSetCookie();
      expect(set).toEqual([
        expect.stringMatching(/^__Host-giveaways\.session_token=[^;]+; /),
        expect.stringMatching(/^__Host-giveaways\.device=[\w-]{22}; Max-Age=34560000; /),
      ]);
      for (const cookie of set) {
        const attributes = cookie.split('; ').slice(1);
        expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
        expect(cookie).not.toMatch(/domain/i);
      }
      const cookie = cookieOf(response);
      const { body } = await secure.graphql('{ viewer { email } }', {}, undefined, { cookie });
      expect(body.data.viewer).toEqual({ email });
      const ended = await secure.graphql(SIGN_OUT, {}, undefined, { cookie });
      expect(ended.headers.getSetCookie().join()).toMatch(/^__Host-[^=]+=; Max-Age=0;.*Path=\/;.*Secure/);
    }));

  it.each([
    ['bearer token', ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })],
    ['cookie', ({ cookie }: { cookie: string }) => ({ cookie })],
  ])('ends for its token and its cookie when its %s signs out', async (_what, headersOf) => {
    const session = await open();

    const out = await gateway.graphql(SIGN_OUT, {}, undefined, headersOf(session));

    expect(out.body.data.signOut).toEqual({ signedOut: true });
    expect(out.headers.getSetCookie().join()).toMatch(/Max-Age=0/);
    expect((await gateway.graphql(VIEWER, {}, session.token)).status).toBe(401);
    const byCookie = await gateway.graphql(VIEWER, {}, undefined, { cookie: session.cookie });
    expect(codeOfError(byCookie)).toBe('UNAUTHENTICATED');
  });

  it('does not end when another session of its account signs out', async () => {
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
        storedToken(token),
      ]),
    );
    expect((await gateway.graphql(VIEWER, {}, token)).status).toBe(401);
    expect(codeOfError(await gateway.graphql(VIEWER, {}, undefined, { cookie }))).toBe('UNAUTHENTICATED');
  });

  it('ends ninety days after the sign-in, although it is in use', async () => {
    const { token, cookie } = await open();
    const age = (days: string) =>
      gateway.onDatabase((em) =>
        em.execute(`update session set created_at = now() - ?::interval where token = ?`, [
          days,
          storedToken(token),
        ]),
      );
    await age('89 days 23 hours');
    const query = '{ viewer { sessions { nodes { expiresAt } } } }';
    const { body } = await gateway.graphql(query, {}, token);
    const [{ expiresAt }] = body.data.viewer.sessions.nodes;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(3_700_000);
    await age('90 days 1 second');
    expect(codeOfError(await gateway.graphql(VIEWER, {}, undefined, { cookie }))).toBe('UNAUTHENTICATED');
    await age('1 day');
    // It was deleted.
    expect((await gateway.graphql(VIEWER, {}, token)).status).toBe(401);
  });

  it.each([
    ['an unknown token', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a token of one character', 'A'],
    ['a token with a wrong signature', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAA'],
  ])('is not opened by %s', async (_what, token) => {
    const response = await gateway.graphql(VIEWER, {}, token);
    expect(response.status).toBe(401);
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      requestId: expect.any(String),
    });
  });

  it('is not opened by a cookie with another signature', async () => {
    const { cookie } = await open();
    const forged = cookie.replace(
      /(?<=session_token=[^.;]*)\.[^;]*/,
      '.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D',
    );
    const response = await gateway.graphql(VIEWER, {}, undefined, { cookie: forged });
    expect(codeOfError(response)).toBe('UNAUTHENTICATED');
  });

  it('is refused as a credential of the REST interface', async () => {
    const { token, cookie } = await open();
    const path = '/api/v1/giveaways?sourceExternalId=x';
    expect((await gateway.rest('GET', path, { key: token })).status).toBe(401);
    expect((await gateway.rest('GET', path, { headers: { cookie } })).status).toBe(401);
  });
});

describe('without the audit log', () => {
  const whileBroken = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const change = (text: string) => gateway.onDatabase((em) => em.execute(text));
    await change(`create function refuse_entry() returns trigger language plpgsql as $$
      begin raise 'no audit log'; end $$`);
    await change(`create trigger refuse_entry before insert on audit_entry
      for each row execute function refuse_entry()`);
    try {
      return await work();
    } finally {
      await change('drop function refuse_entry cascade');
    }
  };
  const countSessions = () =>
    gateway.onDatabase(async (em) => (await em.execute<unknown[]>('select id from session')).length);

  it('a sign-in uses no code, creates no account and leaves no session', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const before = await countSessions();

    expect(codeOfError(await whileBroken(() => signIn(email, code)))).toBe('INTERNAL');

    expect(await countSessions()).toBe(before);
    const accounts = await gateway.onDatabase((em) =>
      em.execute('select id from user_account where email = ?', [email]),
    );
    expect(accounts).toEqual([]);
    expect((await signIn(email, code)).body.data.signIn.viewer.email).toBe(email);
  });

  it('a wrong code counts as an attempt all the same', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    await whileBroken(async () => {
      for (const wrong of wrongCodes(code, 5)) await signIn(email, wrong);
    });
    expect(codeOfError(await signIn(email, code))).toBe('UNAUTHENTICATED');
  });

  it('a sign-out ends no session', async () => {
    const { token } = await open();
    const response = await whileBroken(() => gateway.graphql(SIGN_OUT, {}, token));
    expect(codeOfError(response)).toBe('INTERNAL');
    expect((await gateway.graphql(VIEWER, {}, token)).body.errors).toBeUndefined();
  });
});
