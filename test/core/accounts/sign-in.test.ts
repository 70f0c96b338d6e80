import { beforeEach, describe, expect, it } from '@jest/globals';
import { sendSignInCode } from '../../../src/core/accounts/send-sign-in-code.ts';
import { requestSignInCode } from '../../../src/core/accounts/request-sign-in-code.ts';
import { signIn } from '../../../src/core/accounts/sign-in.ts';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import { NETWORK } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const email = 'ann@example.com';
const ELSEWHERE = '198.51.100.0/24';
const TEN_MINUTES = 600;
const HEADERS = new Headers({ 'user-agent': 'curl/8.5.0' });

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
/** Asks for a code, and answers the one that was sent. */
async function request(address = email, network = NETWORK): Promise<string> {
  await ports.run(ANONYMOUS, requestSignInCode, { email: address, network });
  return ports.signIn.sent.at(-1)?.code ?? '';
}
const enter = (code: string, network = NETWORK, address = email) =>
  ports.run(ANONYMOUS, signIn, { email: address, code, network, headers: HEADERS });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a one-time code', () => {
  it('opens a session of the address that it was sent to, and creates the account', async () => {
    const { account, token } = await enter(await request(' Ann@Example.com '));
    expect(account).toMatchObject({ email, createdAt: ports.clock.now() });
    expect(ports.signIn.sessions).toEqual(new Set([token]));
    expect((await enter(await request())).account.id).toBe(account.id);
  });

  it('works once', async () => {
    const code = await request();
    await enter(code);
    expect(await errorOf(enter(code))).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'CODE_INVALID' });
  });

  it('works for its address alone, and until the next one of its network', async () => {
    const first = await request();
    const second = await request();
    expect(await errorOf(enter(first))).toMatchObject({ reason: 'CODE_INVALID' });
    expect(await errorOf(enter(second, NETWORK, 'bob@example.com'))).toMatchObject({
      reason: 'CODE_INVALID',
    });
    expect((await enter(second)).account.email).toBe(email);
  });

  it.each([
    [599, true],
    [600, false],
  ])('after %i seconds holds: %s', async (seconds, holds) => {
    const code = await request();
    ports.clock.advance(seconds);
    if (holds) expect((await enter(code)).account.email).toBe(email);
    else expect(await errorOf(enter(code))).toMatchObject({ reason: 'CODE_INVALID' });
  });

  it.each([
    [4, true],
    [5, false],
  ])('after %i wrong ones holds: %s', async (count, holds) => {
    const code = await request();
    for (let turn = 0; turn < count; turn += 1) await errorOf(enter(wrongOf(code)));
    if (holds) expect((await enter(code)).account.email).toBe(email);
    else expect(await errorOf(enter(code))).toMatchObject({ reason: 'CODE_INVALID' });
  });

  it.each(['12345', '1234567', '1234567890123', 'abcdef', '12 345', '１２３４５６', '-12345', ''])(
    'cannot be written %j',
    async (code) => {
      expect(await errorOf(enter(code))).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: [{ path: ['code'] }],
      });
    },
  );

  it('is not sent where no mail can be', async () => {
    ports.mail.isConfigured = false;
    expect(await errorOf(request())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(ports.signIn.sent).toEqual([]);
  });
});

describe('a client network', () => {
  it('gets five codes in ten minutes for one address, and others go on', async () => {
    for (let count = 0; count < 5; count += 1) await request();
    expect(await errorOf(request())).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: TEN_MINUTES });
    expect(await request('bob@example.com')).not.toBe('');
    expect(await request(email, ELSEWHERE)).not.toBe('');
    ports.clock.advance(TEN_MINUTES);
    expect(await request()).not.toBe('');
  });

  it('gets twenty codes in ten minutes for all addresses', async () => {
    for (let count = 0; count < 20; count += 1) await request(`person-${count}@example.com`);
    expect(await errorOf(request('last@example.com'))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('may use a code that another one asked for, in three attempts', async () => {
    const code = await request();
    for (let turn = 0; turn < 3; turn += 1) await errorOf(enter(wrongOf(code), ELSEWHERE));
    expect(await errorOf(enter(code, ELSEWHERE))).toMatchObject({ reason: 'CODE_INVALID' });
    expect((await enter(code)).account.email).toBe(email);
  });

  it('cannot use up the attempts of the one that asked', async () => {
    const code = await request();
    for (let turn = 0; turn < 10; turn += 1) await errorOf(enter(wrongOf(code), `203.0.113.${turn}`));
    expect(await errorOf(enter(code, '203.0.113.99'))).toMatchObject({ reason: 'CODE_INVALID' });
    expect((await enter(code)).account.email).toBe(email);
  });
});

it('sends codes of twelve digits to an address that left twenty unused in a day', async () => {
  for (let count = 0; count < 20; count += 1)
    expect(await request(email, `192.0.2.${count}`)).toHaveLength(6);
  expect(await request(email, '192.0.2.99')).toHaveLength(12);
  ports.clock.advance(86_400);
  expect(await request(email, '192.0.2.98')).toHaveLength(6);
});

describe('a one-time code that a mail server sends', () => {
  const queued = () => ports.jobs.waiting.map(({ data }) => data as { codeId: string });
  const queue = async (network = NETWORK) => {
    ports.mail.hasServer = true;
    await ports.run(ANONYMOUS, requestSignInCode, { email, network });
    return queued().at(-1) ?? { codeId: '' };
  };

  it('is sent by a job, once', async () => {
    const job = await queue();
    expect(ports.signIn.sent).toEqual([]);
    await sendSignInCode(ports, job);
    await sendSignInCode(ports, job);
    expect(ports.signIn.sent).toEqual([{ email, code: expect.any(String) }]);
    expect((await enter(ports.signIn.sent[0]?.code ?? '')).account.email).toBe(email);
  });

  it('is sent later when the mail server was away, and not after it has expired', async () => {
    const job = await queue();
    ports.signIn.isMailAway = true;
    expect(await errorOf(sendSignInCode(ports, job))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    ports.signIn.isMailAway = false;
    ports.clock.advance(TEN_MINUTES);
    await sendSignInCode(ports, job);
    expect(ports.signIn.sent).toEqual([]);
  });

  it('is not sent after the next one of its network', async () => {
    const [first, second] = [await queue(), await queue()];
    await sendSignInCode(ports, first);
    expect(ports.signIn.sent).toEqual([]);
    await sendSignInCode(ports, second);
    expect(ports.signIn.sent).toHaveLength(1);
  });

  it('is not requested again for ten minutes from the network that the mail server refused', async () => {
    const job = await queue();
    ports.signIn.isRefused = true;
    await sendSignInCode(ports, job);
    const refusal = { code: 'INVALID_PAYLOAD', reason: 'ADDRESS_REFUSED', details: [{ path: ['email'] }] };
    expect(await errorOf(queue())).toMatchObject(refusal);
    expect(await errorOf(enter('123456'))).toMatchObject(refusal);
    expect(await errorOf(enter('123456', ELSEWHERE))).toMatchObject({ reason: 'CODE_INVALID' });
    await queue(ELSEWHERE);
    ports.clock.advance(TEN_MINUTES);
    await queue();
    expect(queued()).toHaveLength(3);
  });
});
