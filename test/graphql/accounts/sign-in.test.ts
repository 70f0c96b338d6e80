import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Answer } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import { createKey } from '../../support/gateway/operator.ts';
import { startSmtp, type Smtp } from '../../support/mail/smtp.ts';

const REQUEST_CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { token viewer { id email } }
}`;
const VIEWER = '{ viewer { id email apiKeys { edges { node { id } } } } }';
const SIGN_OUT = 'mutation { signOut { signedOut } }';

let gateway: Gateway;
let smtp: Smtp;
let mailing: Gateway;
beforeAll(async () => {
  smtp = await startSmtp();
  [gateway, mailing] = await Promise.all([startGateway(), startGateway({ SMTP_URL: smtp.url })]);
});
afterAll(async () => {
  await gateway.stop();
  await mailing.stop();
  await smtp.stop();
});

const requestCode = (email: string) => gateway.graphql(REQUEST_CODE, { email });
const signIn = (email: string, code: string) => gateway.graphql(SIGN_IN, { email, code });
const newestCode = async (email: string) => codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');
/** Asks for a code and reads it from the newest mail. */
async function codeFor(email: string): Promise<string> {
  await requestCode(email);
  return newestCode(email);
}
/** Codes that are not this one. */
const wrongCodes = (code: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );

/** Works with a gateway of its own configuration. */
async function withGateway(variables: Gateway['variables'], work: (gateway: Gateway) => Promise<void>) {
  const other = await startGateway(variables);
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

const reasonOf = ({ body }: Answer) => body.errors?.[0].extensions.reason;
const codeOfError = ({ body }: Answer) => body.errors?.[0].extensions.code;
const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** Opens a session of this address, whatever way its token is then carried. */
async function open(email = newEmail()) {
  const answer = await signIn(email, await codeFor(email));
  return { token: String(answer.body.data.signIn.token), cookie: cookieOf(answer), answer };
}

describe('a one-time code', () => {
  it('opens a session of the address it was sent to', async () => {
    const email = newEmail();

    expect((await requestCode(email)).body.data.requestSignInCode).toEqual({ email });
    const answer = await signIn(email, await newestCode(email));

    expect(answer.body.data.signIn).toEqual({
      token: expect.any(String),
      viewer: { id: expect.stringMatching(/^acc_\w+$/), email },
    });
  });

  it('is taken with spaces around it and around the address, in whatever case the address is written', async () => {
    const email = newEmail();
    await requestCode(`  ${email.toUpperCase()} `);
    const code = await newestCode(email);
    const answer = await signIn(` ${email.toUpperCase()}`, ` ${code} `);
    expect(answer.body.data.signIn.viewer.email).toBe(email);
  });

  it('works once', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    await signIn(email, code);
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('opens one session, also when it is presented many times at once', async () => {
    const email = newEmail();
    const code = await codeFor(email);

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => gateway.graphql(`${SIGN_IN} #${index}`, { email, code })),
    );

    expect(answers.filter(({ body }) => body.data !== null)).toHaveLength(1);
  });

  it('is of no use for another address', async () => {
    const [mine, other] = [newEmail(), newEmail()];
    const code = await codeFor(mine);
    await requestCode(other);
    expect(reasonOf(await signIn(other, code))).toBe('CODE_INVALID');
  });

  it('ends the one before it', async () => {
    const email = newEmail();
    const first = await codeFor(email);
    const second = await codeFor(email);
    expect(first === second || reasonOf(await signIn(email, first)) === 'CODE_INVALID').toBe(true);
    expect((await signIn(email, second)).body.data.signIn.token).toEqual(expect.any(String));
  });

  it('is refused when it has expired', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    await gateway.onDatabase((em) =>
      em.execute(`update sign_in_code set expires_at = now() - interval '1 second' where used_at is null`),
    );
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('still opens a session after four wrong ones', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    for (const wrong of wrongCodes(code, 4))
      expect(reasonOf(await signIn(email, wrong))).toBe('CODE_INVALID');
    expect((await signIn(email, code)).body.data.signIn.token).toEqual(expect.any(String));
  });

  it('is lost after five wrong ones', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    for (const wrong of wrongCodes(code, 5)) await signIn(email, wrong);
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('is lost behind many wrong ones at once, too', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const answers = await Promise.all([...wrongCodes(code, 30), code].map((each) => signIn(email, each)));
    expect(answers.map(reasonOf)).toEqual(Array(31).fill('CODE_INVALID'));
  });

  it('that is wrong gets one answer, whether or not the address has an account', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await open(known);
    const answers = await Promise.all([known, unknown].map((email) => signIn(email, '123456')));
    const [first, second] = answers.map(({ status, body }) => {
      const { requestId: _requestId, ...extensions } = body.errors[0].extensions;
      return { status, message: body.errors[0].message, extensions };
    });
    expect(first).toEqual(second);
  });

  it.each(['12345', '1234567', 'abcdef', '12 345', '１２３４５６', '-12345', ''])(
    'cannot be "%s"',
    async (code) => {
      expect(codeOfError(await signIn(newEmail(), code))).toBe('INVALID_PAYLOAD');
    },
  );

  it('can be asked for five times in ten minutes, by each address', () =>
    withGateway({ RATE_LIMIT: '1000' }, async (limited) => {
      const email = newEmail();
      const ask = (address: string) => limited.graphql(REQUEST_CODE, { email: address });
      for (let time = 0; time < 5; time += 1) expect((await ask(email)).body.errors).toBeUndefined();

      const refused = await ask(email);

      expect(refused.status).toBe(429);
      expect(codeOfError(refused)).toBe('RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask(newEmail())).body.errors).toBeUndefined();
    }));
});

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

describe('a message over SMTP', () => {
  it('brings the code to its one recipient', async () => {
    const email = newEmail();
    const before = smtp.received.length;

    await mailing.graphql(REQUEST_CODE, { email });

    const [mail, ...others] = smtp.received.slice(before);
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.text).toMatch(new RegExp(`^To: ${email}\r?$`, 'm'));
    const { body } = await mailing.graphql(SIGN_IN, { email, code: codeOf(mail?.text ?? '') });
    expect(body.data.signIn.viewer.email).toBe(email);
  });

  it('leaves its code neither in the log nor in a file', async () => {
    const email = newEmail();
    await mailing.graphql(REQUEST_CODE, { email });
    const code = codeOf(smtp.received.at(-1)?.text ?? '');
    expect(mailing.log.join('')).not.toContain(code);
    expect(await readdir(mailing.directory)).not.toContain('mail');
  });

  it.each([
    'o.brien+giveaways@mail.example.com',
    'a@example.co',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.example.com`,
    '123@123.example',
    '_-_@example.com',
  ])('goes to the plain address %s', async (email) => {
    const { body } = await mailing.graphql(REQUEST_CODE, { email });
    expect(body.data?.requestSignInCode).toEqual({ email });
    expect(smtp.received.at(-1)?.recipients).toEqual([email]);
  });

  it.each([
    ["O'Brien@mail.example.com", "o'brien@mail.example.com", "o'brien@mail.example.com"],
    // The mail server of the tests reads domains back.
    ['someone@Exämple.com', 'someone@xn--exmple-cua.com', 'someone@exämple.com'],
  ])('goes to %s as %s, and its code opens a session', async (written, email, recipient) => {
    const { body } = await mailing.graphql(REQUEST_CODE, { email: written });
    expect(body.data?.requestSignInCode).toEqual({ email });
    const mail = smtp.received.at(-1);
    expect(mail?.recipients).toEqual([recipient]);
    expect(mail?.text).toMatch(new RegExp(`^To: ${email}\r?$`, 'm'));
    const signedIn = await mailing.graphql(SIGN_IN, { email: written, code: codeOf(mail?.text ?? '') });
    expect(signedIn.body.data.signIn.viewer.email).toBe(email);
  });

  it.each([
    ['a quoted name', '"someone"@example.com'],
    ['an address inside quotes', '"victim@example.org"@example.com'],
    ['a quoted name with a space', '"some one"@example.com'],
    ['a comment', 'someone(comment)@example.com'],
    ['a comment in the domain', 'someone@example.com(comment)'],
    ['two addresses by a comma', 'someone@example.com,victim@example.org'],
    ['two addresses by a semicolon', 'someone@example.com;victim@example.org'],
    ['two addresses by a space', 'someone@example.com victim@example.org'],
    ['a display name', 'Someone <someone@example.com>'],
    ['angle brackets', '<someone@example.com>'],
    ['an address within another', 'someone@example.com<victim@example.org>'],
    ['two @', 'someone@example.com@example.org'],
    ['a source route', '@example.org:someone@example.com'],
    ['the percent hack', 'someone%example.org@example.com'],
    ['a bang path', 'example.org!someone@example.com'],
    ['a group', 'friends:someone@example.com;'],
    ['a line feed', 'someone@example.com\nBcc: victim@example.org'],
    ['a carriage return and a line feed', 'someone@example.com\r\nRCPT TO:<victim@example.org>'],
    ['a line feed before the @', 'some\none@example.com'],
    ['a line feed, percent-encoded', 'someone%0aBcc:victim@example.com'],
    ['a line feed in the domain, percent-encoded', 'someone@example.com%0aBcc:victim@example.org'],
    ['a line separator', 'someone@example.com\u2028victim@example.org'],
    ['U+0000', 'someone@example.com\u0000.example.org'],
    ['a tab', 'some\tone@example.com'],
    ['a backslash', 'some\\one@example.com'],
    ['an encoded word', '=?utf-8?q?someone=40example.org?=@example.com'],
    ['letters beyond ASCII', 'jürgen@example.com'],
    ['a Cyrillic letter that looks Latin', 'sоmeone@example.com'],
    ['a full-width @', 'someone＠example.com'],
    ['a full-width full stop', 'someone@example．com'],
    ['the Kelvin sign', 'someone@example.\u212aom'],
    ['a right-to-left override', 'someone\u202e@example.com'],
    ['an invisible space', 'some\u200bone@example.com'],
    ['half of a surrogate pair', 'some\ud800one@example.com'],
    ['an address literal', 'someone@[127.0.0.1]'],
    ['an IPv6 literal', 'someone@[IPv6:::1]'],
    ['a bare address', 'someone@127.0.0.1'],
    ['a domain of one label', 'someone@localhost'],
    ['a domain that ends with a full stop', 'someone@example.com.'],
    ['a domain with an empty label', 'someone@example..com'],
    ['a domain that begins with a hyphen', 'someone@-example.com'],
    ['a top-level domain of one letter', 'someone@example.c'],
    ['a name that begins with a full stop', '.someone@example.com'],
    ['a name with two full stops in a row', 'some..one@example.com'],
    ['a name of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a label of 64 characters', `someone@${'a'.repeat(64)}.com`],
    ['255 characters', `${'a'.repeat(60)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`],
    ['fifty thousand characters', `${'a'.repeat(50_000)}@example.com`],
    ['no @', 'someone.example.com'],
    ['nothing before the @', '@example.com'],
    ['nothing', ''],
    ['a space only', ' '],
  ])('is never sent to %s', async (_what, email) => {
    const before = smtp.received.length;
    const answer = await mailing.graphql(REQUEST_CODE, { email });
    expect(codeOfError(answer)).toBe('INVALID_PAYLOAD');
    expect(smtp.received).toHaveLength(before);
  });

  it('that cannot be handed over is a 503 with Retry-After, and works again without a restart', async () => {
    const email = newEmail();
    await smtp.stop();
    const refused = await mailing.graphql(REQUEST_CODE, { email });
    await smtp.start();
    expect((await mailing.graphql(REQUEST_CODE, { email })).body.data.requestSignInCode).toEqual({ email });
    expect(smtp.received.at(-1)?.recipients).toEqual([email]);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
  });
});

describe('without a mail server', () => {
  it('production sends no code, and writes none to the log or to a file', () =>
    withGateway({ NODE_ENV: 'production' }, async (production) => {
      const refused = await production.graphql(REQUEST_CODE, { email: newEmail() });

      const logged = production.log.map((line) => {
        const { time: _time, pid: _pid, ...entry } = JSON.parse(line);
        return JSON.stringify(entry);
      });
      expect(logged.filter((entry) => /\b\d{6}\b/.test(entry))).toEqual([]);
      expect(await readdir(production.directory)).not.toContain('mail');
      expect(refused.status).toBe(503);
      expect(codeOfError(refused)).toBe('SERVICE_UNAVAILABLE');
    }));

  it('a developer’s machine shows the code in the log and in a file that only its owner can read', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    expect(gateway.log.some((line) => line.includes(code) && line.includes(email))).toBe(true);
    const folder = join(gateway.directory, 'mail');
    const modes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });
});
