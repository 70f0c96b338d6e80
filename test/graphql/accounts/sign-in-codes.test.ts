import { describe, expect, it } from '@jest/globals';
import { newEmail } from '../../support/listings.ts';
import {
  codeFor,
  codeOfError,
  gateway,
  newestCode,
  open,
  reasonOf,
  REQUEST_CODE,
  requestCode,
  SIGN_IN,
  signIn,
  useSignInGateway,
  withGateway,
  wrongCodes,
} from './sign-in-gateway.ts';

useSignInGateway();

describe('a one-time code', () => {
  it('opens a session of the address it was sent to', async () => {
    const email = newEmail();

    expect((await requestCode(email)).body.data.requestSignInCode).toEqual({ email });
    const response = await signIn(email, await newestCode(email));

    expect(response.body.data.signIn).toEqual({
      token: expect.any(String),
      viewer: { id: expect.stringMatching(/^acc_\w+$/), email },
    });
  });

  it('is accepted with surrounding spaces, and with its address in any case', async () => {
    const email = newEmail();
    await requestCode(`  ${email.toUpperCase()} `);
    const code = await newestCode(email);
    const response = await signIn(` ${email.toUpperCase()}`, ` ${code} `);
    expect(response.body.data.signIn.viewer.email).toBe(email);
  });

  it('opens one session only', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    await signIn(email, code);
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('opens one session only when it is presented several times at once', async () => {
    const email = newEmail();
    const code = await codeFor(email);

    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => gateway.graphql(`${SIGN_IN} #${index}`, { email, code })),
    );

    expect(responses.filter(({ body }) => body.data !== null)).toHaveLength(1);
  });

  it('is refused for another address', async () => {
    const [mine, other] = [newEmail(), newEmail()];
    const code = await codeFor(mine);
    await requestCode(other);
    expect(reasonOf(await signIn(other, code))).toBe('CODE_INVALID');
  });

  it('replaces the previous code', async () => {
    const email = newEmail();
    const first = await codeFor(email);
    const second = await codeFor(email);
    expect(first === second || reasonOf(await signIn(email, first)) === 'CODE_INVALID').toBe(true);
    expect((await signIn(email, second)).body.data.signIn.token).toEqual(expect.any(String));
  });

  it.each([
    ['has expired', `now() - interval '1 second'`],
    ['was made by a clock that was ahead', `now() + interval '30 days'`],
  ])('is refused when it %s', async (_what, expiresAt) => {
    const email = newEmail();
    const code = await codeFor(email);
    await gateway.onDatabase((em) =>
      em.execute(`update sign_in_code set expires_at = ${expiresAt} where used_at is null`),
    );
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('is accepted after four wrong codes', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    for (const wrong of wrongCodes(code, 4))
      expect(reasonOf(await signIn(email, wrong))).toBe('CODE_INVALID');
    expect((await signIn(email, code)).body.data.signIn.token).toEqual(expect.any(String));
  });

  it('is refused after five wrong codes', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    for (const wrong of wrongCodes(code, 5)) await signIn(email, wrong);
    expect(reasonOf(await signIn(email, code))).toBe('CODE_INVALID');
  });

  it('is refused when many wrong codes arrive at the same time', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const responses = await Promise.all([...wrongCodes(code, 30), code].map((each) => signIn(email, each)));
    expect(responses.map(reasonOf)).toEqual(Array(31).fill('CODE_INVALID'));
  });

  it('gets the same error when it is wrong, with or without an account of the address', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await open(known);
    const responses = await Promise.all([known, unknown].map((email) => signIn(email, '123456')));
    const [first, second] = responses.map(({ status, body }) => {
      const { requestId: _requestId, ...extensions } = body.errors[0].extensions;
      return { status, message: body.errors[0].message, extensions };
    });
    expect(first).toEqual(second);
  });

  it.each(['12345', '1234567', 'abcdef', '12 345', '１２３４５６', '-12345', ''])(
    'is refused as invalid input when it is "%s"',
    async (code) => {
      expect(codeOfError(await signIn(newEmail(), code))).toBe('INVALID_PAYLOAD');
    },
  );

  it('can be requested five times in ten minutes for each address', () =>
    withGateway({ RATE_LIMIT: '1000' }, async (limited) => {
      const email = newEmail();
      const query = (address: string) => limited.graphql(REQUEST_CODE, { email: address });
      for (let time = 0; time < 5; time += 1) expect((await query(email)).body.errors).toBeUndefined();

      const refused = await query(email);

      expect(refused.status).toBe(429);
      expect(codeOfError(refused)).toBe('RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await query(newEmail())).body.errors).toBeUndefined();
    }));
});
