import { describe, expect, it } from '@jest/globals';
import { createHash, randomInt } from 'node:crypto';
import { createSignInCodes } from '../../../src/adapters/auth/sign-in-codes.ts';
import { readConfig } from '../../../src/config/config.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const REQUEST_CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { viewer { email } }
}`;
const CODES = 20;

// The gateway trusts a proxy, so that every test can use networks of its own; the general rate limit is off.
const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1', SIGN_IN_LIMIT: String(CODES) }));

const newNetwork = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
const from = (network: string) => ({ 'x-forwarded-for': `${network}::${randomInt(65_536).toString(16)}` });
const query = (network: string, email: string) =>
  gateway.graphql(REQUEST_CODE, { email }, undefined, from(network));
const present = (network: string, email: string, code: string) =>
  gateway.graphql(SIGN_IN, { email, code }, undefined, from(network));
const newestCode = async (email: string) => {
  const mail = (await mailsTo(gateway.directory, email)).at(-1) ?? '';
  return /code is (\d+)\./.exec(mail)?.[1] ?? codeOf(mail);
};
const codeFor = async (network: string, email: string) => {
  expect(await query(network, email)).toMatchObject({
    status: 200,
    body: { data: { requestSignInCode: { email } } },
  });
  return newestCode(email);
};
const wrong = (code: string) => String((Number(code) + randomInt(1, 10 ** 6)) % 10 ** 6).padStart(6, '0');
const reasonOf = ({ body }: HttpResponse) => body.errors?.[0].extensions.reason;
const errorCodeOf = ({ body }: HttpResponse) => body.errors?.[0].extensions.code;
const signedIn = (email: string) => ({ body: { data: { signIn: { viewer: { email } } } } });

describe('a client network', () => {
  it('gets twenty codes in ten minutes by default', () => {
    expect(readConfig({}).SIGN_IN_LIMIT).toBe(CODES);
  });

  it('has one limit for all e-mail addresses, including several in one request', async () => {
    const network = newNetwork();
    const aliases = Array.from(
      { length: 15 },
      (_, at) => `c${at}: requestSignInCode(input: { email: "${newEmail()}" }) { email }`,
    );
    const requestMany = () =>
      gateway.graphql(`mutation { ${aliases.join(' ')} }`, {}, undefined, from(network));
    const [first, second] = [await requestMany(), await requestMany()];
    expect(first.body.errors).toBeUndefined();
    // The first alias beyond the limit fails, and with it the whole request.
    expect(second.body.errors).toEqual([
      expect.objectContaining({
        path: [`c${CODES - aliases.length}`],
        message: expect.stringContaining('at most 20'),
      }),
    ]);

    const refused = await query(network, newEmail());
    expect({ status: refused.status, code: errorCodeOf(refused) }).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await query(newNetwork(), newEmail())).status).toBe(200);
  });

  it('gets five codes for one e-mail address in any spelling', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    for (const writing of [email, email.toUpperCase(), ` ${email}`, email, `${email}\t`])
      expect((await query(network, writing)).body.data.requestSignInCode).toEqual({ email });
    expect((await query(network, email)).status).toBe(429);
    expect((await query(network, newEmail())).status).toBe(200);
    expect(await mailsTo(gateway.directory, email)).toHaveLength(5);
  });

  it('is not charged for invalid e-mail addresses', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    for (let time = 0; time <= CODES; time += 1) await query(network, `${email}, other@example.com`);
    expect((await query(network, email)).status).toBe(200);
  });
});

describe('clients of other networks', () => {
  it('cannot prevent the owner of an e-mail address from getting a code', async () => {
    const email = newEmail();
    for (let stranger = 0; stranger < 2; stranger += 1) {
      const network = newNetwork();
      for (let time = 0; time < 7; time += 1) await query(network, email);
    }
    const ownNetwork = newNetwork();
    expect(await present(ownNetwork, email, await codeFor(ownNetwork, email))).toMatchObject(signedIn(email));
  });

  it('cannot invalidate the owner’s code by requesting another one', async () => {
    const [ownNetwork, email] = [newNetwork(), newEmail()];
    const code = await codeFor(ownNetwork, email);
    const strangerCode = await codeFor(newNetwork(), email);
    expect(await present(ownNetwork, email, code)).toMatchObject(signedIn(email));
    expect(await present(ownNetwork, email, strangerCode)).toMatchObject(signedIn(email));
  });

  it('cannot use up the owner’s attempts, in sequence or at the same time', async () => {
    const [ownNetwork, email] = [newNetwork(), newEmail()];
    const code = await codeFor(ownNetwork, email);
    const strangerNetwork = newNetwork();
    for (let time = 0; time < 12; time += 1)
      expect(reasonOf(await present(strangerNetwork, email, wrong(code)))).toBe('CODE_INVALID');
    await Promise.all(Array.from({ length: 20 }, () => present(newNetwork(), email, wrong(code))));
    expect(await present(ownNetwork, email, code)).toMatchObject(signedIn(email));
  });

  it('cannot prevent an owner who has changed networks from signing in, if they use a single network', async () => {
    const email = newEmail();
    const code = await codeFor(newNetwork(), email);
    const strangerNetwork = newNetwork();
    for (let time = 0; time < 12; time += 1) await present(strangerNetwork, email, wrong(code));
    expect(await present(newNetwork(), email, code)).toMatchObject(signedIn(email));
  });

  it('share five attempts at a code, after which even the right code is refused', async () => {
    const [ownNetwork, email] = [newNetwork(), newEmail()];
    const code = await codeFor(ownNetwork, email);
    await Promise.all(Array.from({ length: 5 }, () => present(newNetwork(), email, wrong(code))));
    expect(reasonOf(await present(newNetwork(), email, code))).toBe('CODE_INVALID');
    expect(await present(ownNetwork, email, code)).toMatchObject(signedIn(email));
  });

  it('have three attempts per network, after which even the right code is refused', async () => {
    const email = newEmail();
    const code = await codeFor(newNetwork(), email);
    const strangerNetwork = newNetwork();
    for (let time = 0; time < 3; time += 1) await present(strangerNetwork, email, wrong(code));
    expect(reasonOf(await present(strangerNetwork, email, code))).toBe('CODE_INVALID');
  });

  it('get longer codes after many requests from many networks, and so does the owner', async () => {
    const email = newEmail();
    const codes: string[] = [];
    for (let time = 0; time < CODES + 1; time += 1) codes.push(await codeFor(newNetwork(), email));
    const ownNetwork = newNetwork();
    const code = await codeFor(ownNetwork, email);
    expect(codes.map(({ length }) => length)).toEqual([...Array(CODES).fill(6), 12]);
    expect(code).toMatch(/^\d{12}$/);
    expect(reasonOf(await present(ownNetwork, email, code.slice(0, 6)))).toBe('CODE_INVALID');
    expect(await present(ownNetwork, email, code)).toMatchObject(signedIn(email));
  });
});

it('does not lengthen codes after codes that were used', async () => {
  const email = newEmail();
  for (let time = 0; time < CODES + 2; time += 1) {
    const network = newNetwork();
    const code = await codeFor(network, email);
    expect(code).toHaveLength(6);
    await present(network, email, code);
  }
});

describe('the stored record of a code', () => {
  it('does not reveal the code, the e-mail address or the network without the secret', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    const code = await codeFor(network, email);
    const rows = JSON.stringify(await gateway.onDatabase((em) => em.execute('select * from sign_in_code')));
    expect(JSON.parse(rows).length).toBeGreaterThan(0);
    for (const plain of [code, email, network, `sign-in-otp-${email}`])
      for (const derived of [plain, ...['hex', 'base64', 'base64url'].map((form) => sha256(plain, form))])
        expect(rows).not.toContain(derived);
  });

  it('is not found with another secret', async () => {
    const records: object[] = [];
    const store = {
      countUnused: () => Promise.resolve(0),
      add: (code: object) => Promise.resolve(String(records.push(code))),
      findMail: () => Promise.resolve(undefined),
      endMail: () => Promise.resolve(),
      wasRefused: () => Promise.resolve(false),
      redeem: (code: object) => Promise.resolve(void records.push(code)).then(() => false),
    };
    const subject = { email: newEmail(), network: newNetwork(), now: new Date() };
    const code = await createSignInCodes(['a'.repeat(32)], store).issue({
      ...subject,
      digits: 6,
      expiresAt: subject.now,
    });
    for (const secret of ['a', 'b'])
      await createSignInCodes([secret.repeat(32)], store).redeem({
        ...subject,
        code,
        attemptLimits: { own: 1, elsewhere: 1 },
      });
    const [issued, same, other] = records as Record<string, unknown>[];
    for (const name of ['emailHash', 'networkHash', 'codeHash']) {
      expect(same?.[name]).toBe(issued?.[name]);
      expect(other?.[name]).not.toBe(issued?.[name]);
    }
  });
});

function sha256(text: string, form: string): string {
  return createHash('sha256')
    .update(text)
    .digest(form as 'hex');
}
