import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomInt } from 'node:crypto';
import { createSignInCodes } from '../../../src/adapters/auth/sign-in-codes.ts';
import { readConfig } from '../../../src/config/config.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Answer } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';

const REQUEST_CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { viewer { email } }
}`;
const CODES = 20;

// Behind a proxy, so that every client has a network of its own; the general limit is off.
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '1', SIGN_IN_LIMIT: String(CODES) });
});
afterAll(() => gateway.stop());

const newNetwork = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
const from = (network: string) => ({ 'x-forwarded-for': `${network}::${randomInt(65_536).toString(16)}` });
const ask = (network: string, email: string) =>
  gateway.graphql(REQUEST_CODE, { email }, undefined, from(network));
const present = (network: string, email: string, code: string) =>
  gateway.graphql(SIGN_IN, { email, code }, undefined, from(network));
const newestCode = async (email: string) => {
  const mail = (await mailsTo(gateway.directory, email)).at(-1) ?? '';
  return /code is (\d+)\./.exec(mail)?.[1] ?? codeOf(mail);
};
const codeFor = async (network: string, email: string) => {
  expect(await ask(network, email)).toMatchObject({
    status: 200,
    body: { data: { requestSignInCode: { email } } },
  });
  return newestCode(email);
};
const wrong = (code: string) => String((Number(code) + randomInt(1, 10 ** 6)) % 10 ** 6).padStart(6, '0');
const reasonOf = ({ body }: Answer) => body.errors?.[0].extensions.reason;
const errorCodeOf = ({ body }: Answer) => body.errors?.[0].extensions.code;
const signedIn = (email: string) => ({ body: { data: { signIn: { viewer: { email } } } } });

describe('a client network', () => {
  it('gets twenty codes in ten minutes unless the configuration says otherwise', () => {
    expect(readConfig({}).SIGN_IN_LIMIT).toBe(CODES);
  });

  it('gets so many for all e-mail addresses together, also when one request asks for many', async () => {
    const network = newNetwork();
    const aliases = Array.from(
      { length: 15 },
      (_, at) => `c${at}: requestSignInCode(input: { email: "${newEmail()}" }) { email }`,
    );
    const askMany = () => gateway.graphql(`mutation { ${aliases.join(' ')} }`, {}, undefined, from(network));
    const [first, second] = [await askMany(), await askMany()];
    expect(first.body.errors).toBeUndefined();
    // The first alias beyond the limit fails, and with it the whole request.
    expect(second.body.errors).toEqual([
      expect.objectContaining({
        path: [`c${CODES - aliases.length}`],
        message: expect.stringContaining('at most 20'),
      }),
    ]);

    const refused = await ask(network, newEmail());
    expect({ status: refused.status, code: errorCodeOf(refused) }).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await ask(newNetwork(), newEmail())).status).toBe(200);
  });

  it('gets five for one e-mail address, however that is written', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    for (const writing of [email, email.toUpperCase(), ` ${email}`, email, `${email}\t`])
      expect((await ask(network, writing)).body.data.requestSignInCode).toEqual({ email });
    expect((await ask(network, email)).status).toBe(429);
    expect((await ask(network, newEmail())).status).toBe(200);
    expect(await mailsTo(gateway.directory, email)).toHaveLength(5);
  });

  it('is not charged for what is no e-mail address', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    for (let time = 0; time <= CODES; time += 1) await ask(network, `${email}, other@example.com`);
    expect((await ask(network, email)).status).toBe(200);
  });
});

describe('strangers', () => {
  it('cannot keep the owner of an e-mail address from getting a code', async () => {
    const email = newEmail();
    for (let stranger = 0; stranger < 2; stranger += 1) {
      const network = newNetwork();
      for (let time = 0; time < 7; time += 1) await ask(network, email);
    }
    const own = newNetwork();
    expect(await present(own, email, await codeFor(own, email))).toMatchObject(signedIn(email));
  });

  it('cannot end the code of the owner by asking for one of their own', async () => {
    const [own, email] = [newNetwork(), newEmail()];
    const code = await codeFor(own, email);
    const strange = await codeFor(newNetwork(), email);
    expect(await present(own, email, code)).toMatchObject(signedIn(email));
    expect(await present(own, email, strange)).toMatchObject(signedIn(email));
  });

  it('cannot use up the attempts of the owner, one after the other or at once', async () => {
    const [own, email] = [newNetwork(), newEmail()];
    const code = await codeFor(own, email);
    const stranger = newNetwork();
    for (let time = 0; time < 12; time += 1)
      expect(reasonOf(await present(stranger, email, wrong(code)))).toBe('CODE_INVALID');
    await Promise.all(Array.from({ length: 20 }, () => present(newNetwork(), email, wrong(code))));
    expect(await present(own, email, code)).toMatchObject(signedIn(email));
  });

  it('cannot keep the owner who has moved to another network from signing in, as long as they are one', async () => {
    const email = newEmail();
    const code = await codeFor(newNetwork(), email);
    const stranger = newNetwork();
    for (let time = 0; time < 12; time += 1) await present(stranger, email, wrong(code));
    expect(await present(newNetwork(), email, code)).toMatchObject(signedIn(email));
  });

  it('have five attempts at a code together, even with the right one', async () => {
    const [own, email] = [newNetwork(), newEmail()];
    const code = await codeFor(own, email);
    await Promise.all(Array.from({ length: 5 }, () => present(newNetwork(), email, wrong(code))));
    expect(reasonOf(await present(newNetwork(), email, code))).toBe('CODE_INVALID');
    expect(await present(own, email, code)).toMatchObject(signedIn(email));
  });

  it('of one network have three, even with the right one', async () => {
    const email = newEmail();
    const code = await codeFor(newNetwork(), email);
    const stranger = newNetwork();
    for (let time = 0; time < 3; time += 1) await present(stranger, email, wrong(code));
    expect(reasonOf(await present(stranger, email, code))).toBe('CODE_INVALID');
  });

  it('who ask from many networks get codes that nobody guesses, and so does the owner', async () => {
    const email = newEmail();
    const codes: string[] = [];
    for (let time = 0; time < CODES + 1; time += 1) codes.push(await codeFor(newNetwork(), email));
    const own = newNetwork();
    const code = await codeFor(own, email);
    expect(codes.map(({ length }) => length)).toEqual([...Array(CODES).fill(6), 12]);
    expect(code).toMatch(/^\d{12}$/);
    expect(reasonOf(await present(own, email, code.slice(0, 6)))).toBe('CODE_INVALID');
    expect(await present(own, email, code)).toMatchObject(signedIn(email));
  });
});

it('codes that are used do not make later ones longer', async () => {
  const email = newEmail();
  for (let time = 0; time < CODES + 2; time += 1) {
    const network = newNetwork();
    const code = await codeFor(network, email);
    expect(code).toHaveLength(6);
    await present(network, email, code);
  }
});

describe('of a code the database keeps', () => {
  it('nothing that it, or its e-mail address, could be found from without the secret', async () => {
    const [network, email] = [newNetwork(), newEmail()];
    const code = await codeFor(network, email);
    const rows = JSON.stringify(await gateway.onDatabase((em) => em.execute('select * from sign_in_code')));
    expect(JSON.parse(rows).length).toBeGreaterThan(0);
    for (const plain of [code, email, network, `sign-in-otp-${email}`])
      for (const kept of [plain, ...['hex', 'base64', 'base64url'].map((form) => sha256(plain, form))])
        expect(rows).not.toContain(kept);
  });

  it('what another secret does not find', async () => {
    const kept: object[] = [];
    const store = {
      countUnused: () => Promise.resolve(0),
      add: (code: object) => Promise.resolve(void kept.push(code)),
      redeem: (code: object) => Promise.resolve(void kept.push(code)).then(() => false),
    };
    const subject = { email: newEmail(), network: newNetwork(), now: new Date() };
    const code = await createSignInCodes('a'.repeat(32), store).issue({
      ...subject,
      digits: 6,
      expiresAt: subject.now,
    });
    for (const secret of ['a', 'b'])
      await createSignInCodes(secret.repeat(32), store).redeem({
        ...subject,
        code,
        attemptLimits: { own: 1, elsewhere: 1 },
      });
    const [issued, same, other] = kept as Record<string, unknown>[];
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
