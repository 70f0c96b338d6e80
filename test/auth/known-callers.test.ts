import { beforeEach, describe, expect, it } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createAdmission, type Admission, type KnownCallers } from '../../src/adapters/http/admission.ts';
import { createRateLimits } from '../../src/adapters/http/rate-limits.ts';
import { createKnownCallers } from '../../src/app/serving/known-callers.ts';
import type { Caller } from '../../src/core/access/callers.ts';
import { DomainError } from '../../src/core/errors.ts';

const COOKIE = 'giveaways.session_token';
const MANY = 12_000;

const accountOf = (name: string): Caller => ({
  kind: 'account',
  accountId: name,
  email: `${name}@example.com`,
  publisherId: `pub_${name}`,
  namespace: `account:${name}`,
  sessionId: `ses_${name}`,
  role: 'OWNER',
});
const fair = { authorization: 'Bearer ggw_live_fair' };

let known: KnownCallers;
beforeEach(() => {
  known = createKnownCallers(COOKIE);
  known.note(fair, accountOf('fair'));
});

describe('A known caller', () => {
  it.each([
    ['a bearer token in other letters', { authorization: 'bEARER token.1' }],
    ['a bearer token after several spaces', { authorization: 'Bearer    token.1' }],
    ['a cookie among others', { cookie: `a=1; ${COOKIE}=token.1; b=2` }],
    ['a cookie with percent encoding', { cookie: `${COOKIE}=token%2E1` }],
  ])('is found by %s', (_name, headers) => {
    known.note({ authorization: 'Bearer token.1' }, accountOf('one'));
    expect(known.find(headers)).toBe('account:one');
  });

  it.each([
    ['credentials of its own', (count: number) => ({ authorization: `Bearer token.${count}` })],
    ['headers that differ in its cookies', (count: number) => ({ cookie: `a=${count}; ${COOKIE}=token.1` })],
    [
      'cookies of sessions that are wrong beside its own',
      (count: number) => ({ cookie: `${COOKIE}=wrong.${count}; ${COOKIE}=token.1` }),
    ],
  ])(`stays known while another one sends ${MANY} different %s`, (_name, headersOf) => {
    for (let count = 0; count < MANY; count += 1) known.note(headersOf(count), accountOf('hostile'));
    expect(known.find(fair)).toBe('account:fair');
  });

  it('is known by the credentials that it has used last', () => {
    const headersOf = (count: number) => ({ authorization: `Bearer token.${count}` });
    for (let count = 0; count < 5; count += 1) known.note(headersOf(count), accountOf('one'));
    known.note(headersOf(0), accountOf('one'));
    for (let count = 100; count < 119; count += 1) known.note(headersOf(count), accountOf('one'));
    expect([0, 1, 118].map((count) => known.find(headersOf(count)))).toEqual([
      'account:one',
      undefined,
      'account:one',
    ]);
  });
});

describe('A credential that identifies nobody', () => {
  let admission: Admission;
  beforeEach(() => {
    const limits = { perMinute: () => 'off' as const, signInCodes: () => 1, redis: undefined };
    admission = createAdmission(createRateLimits(limits), 0, known);
  });
  function requestWith(headers: IncomingMessage['headers']): [IncomingMessage, ServerResponse] {
    const request = new IncomingMessage(new Socket());
    Object.assign(request.headers, headers);
    return [request, new ServerResponse(request)];
  }

  it('makes nobody known when it is refused', async () => {
    const headers = { authorization: 'Bearer wrong' };
    const refuse = () => Promise.reject(new DomainError('UNAUTHENTICATED', 'The credential is unknown.'));
    await expect(admission.admit(...requestWith(headers), refuse)).rejects.toThrow('unknown');
    expect(known.find(headers)).toBeUndefined();
  });

  it('makes nobody known when a page leaves it out and identifies the session', async () => {
    const headers = { authorization: 'Basic c3RhZ2luZw==', cookie: `${COOKIE}=token.1` };
    const [request, response] = requestWith(headers);
    await admission.admit(request, response, () => Promise.resolve(accountOf('one')), {
      cookie: headers.cookie,
    });
    expect(known.find({ authorization: headers.authorization })).toBeUndefined();
    expect(known.find(headers)).toBe('account:one');
  });
});
