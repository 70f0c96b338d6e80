import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProviderCaller } from '../../../src/core/access/callers.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { issueEntries } from '../../../src/core/entries/issue-entries.ts';
import { removeEntries } from '../../../src/core/entries/remove-entries.ts';
import { findOperation } from '../../../src/core/operations/find-operation.ts';
import type { Performed } from '../../../src/core/operations/operation-answer.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { OPERATOR, providerCaller } from '../support/callers.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const caller = providerCaller();
const input = { giveawayId: 'summer', passportId: 7, amount: 3 };
const FAILED = {
  status: 'FAILED',
  error: { code: 'CONTRACT_REVERT', reason: 'NOT_ENOUGH_ENTRIES', message: 'Too few.', values: { held: 1 } },
} as const;
const WITHOUT_FUNDS = {
  status: 'FAILED',
  error: { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', message: 'No money.' },
} as const;
const BROKEN = new DomainError('SERVICE_UNAVAILABLE', 'The connection broke.', { retryAfterSeconds: 2 });

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, input.giveawayId));
  ports.operations.outcome = () => ({ ...CONFIRMED, result: { round: 0, entries: 3 } });
});

let requests = 0;
interface Sent {
  readonly key?: string;
  readonly wait?: unknown;
  readonly body?: object;
  readonly as?: ProviderCaller;
  readonly operation?: typeof issueEntries;
}
function ask({ key, wait, body = {}, as = caller, operation = issueEntries }: Sent = {}) {
  requests += 1;
  const options = { requestId: `request-${requests}`, idempotencyKey: key, wait };
  return perform(ports, as, operation, { ...input, ...body }, options);
}

/** What a repetition tells again. */
function toldBy({ requestId, operation, result }: Performed) {
  return { requestId, operation, result };
}

describe('a request', () => {
  it('is answered with its operation, the facts of the request and the outcome of the contracts', async () => {
    expect(await ask()).toMatchObject({
      requestId: `request-${requests}`,
      isReplay: false,
      operation: { id: expect.stringMatching(/^opn_/), ...CONFIRMED },
      result: { giveawayId: 'summer', passportId: 7, amount: 3, reasonCode: 0, roundIndex: 0, entries: 3 },
    });
    expect(ports.operations.all).toMatchObject([
      { providerKey: caller.providerKey, signer: caller.signer, request: { endpoint: 'issue-entries' } },
    ]);
    expect(ports.audit.entries).toMatchObject([
      {
        action: 'issueEntries',
        actor: `key:${caller.keyId}`,
        facts: { provider: caller.providerId, amount: 3 },
      },
    ]);
  });

  it('waits for the read model to have its block, unless it does not wait for the chain', async () => {
    await ask();
    expect(ports.readModel.waitedFor).toEqual([12]);
    ports.operations.outcome = () => ({});
    await ask({ wait: 0 });
    expect(ports.readModel.waitedFor).toEqual([12]);
  });

  it.each([
    [undefined, 25_000],
    [null, 25_000],
    [1, 1_000],
    [60, 60_000],
  ])('waits for the chain: %j is %i ms', async (wait, ms) => {
    await ask({ wait });
    expect(ports.operations.waitedMs).toBe(ms);
  });

  it('with wait 0 is answered as soon as it is accepted', async () => {
    const { operation, result } = await ask({ wait: 0 });
    expect(operation).toMatchObject({
      status: 'QUEUED',
      transactionHash: null,
      blockNumber: null,
      confirmations: 0,
    });
    expect(result).toMatchObject({ giveawayId: 'summer', amount: 3 });
    expect(ports.operations.waitedMs).toBeUndefined();
  });

  it.each([-1, 61, 1.5, '5', true, {}])('cannot wait for %j', async (wait) => {
    expect(await errorOf(ask({ wait }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wait'] }],
    });
  });

  it('that the contracts refuse is the error, with its operation', async () => {
    ports.operations.outcome = () => FAILED;
    expect(await errorOf(ask())).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'NOT_ENOUGH_ENTRIES',
      values: { held: 1, operationId: ports.operations.all[0]?.id },
      retryAfterSeconds: undefined,
    });
  });

  it('that waiting helps says how long', async () => {
    ports.operations.outcome = () => WITHOUT_FUNDS;
    expect(await errorOf(ask())).toMatchObject({ code: 'INSUFFICIENT_FUNDS', retryAfterSeconds: 5 });
  });

  it('needs a signer', async () => {
    expect(await errorOf(ask({ as: { ...caller, signer: null } }))).toMatchObject({
      code: 'SIGNER_NOT_CONFIGURED',
    });
    expect(ports.operations.all).toEqual([]);
  });

  it('may have been accepted when its submission breaks: the error names the operation', async () => {
    ports.operations.breakSubmit(BROKEN);
    expect(await errorOf(ask())).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      values: { operationId: expect.stringMatching(/^opn_/) },
      retryAfterSeconds: 2,
    });
  });

  it('that was accepted although its submission broke is answered as accepted', async () => {
    ports.operations.breakSubmit(BROKEN, true);
    expect((await ask()).operation.status).toBe('CONFIRMED');
  });

  it('that was accepted is answered as it was, when nothing newer can be read', async () => {
    const { submit } = ports.operations;
    ports.operations.submit = async (operations) => {
      await submit(operations);
      ports.operations.breakReads(BROKEN);
    };
    expect((await ask()).operation).toMatchObject({ status: 'QUEUED' });
  });
});

describe('a request with an Idempotency-Key', () => {
  it('takes effect once, and its repetitions have its answer', async () => {
    const first = await ask({ key: 'a' });
    const second = await ask({ key: 'a' });
    expect(second).toMatchObject({ ...toldBy(first), isReplay: true });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('is the same request when it says the same in other words', async () => {
    await ask({ key: 'a' });
    const { isReplay } = await ask({
      key: 'a',
      body: { amount: '3', passportId: '7', evidence: null, reasonCode: 0 },
    });
    expect(isReplay).toBe(true);
  });

  it.each<[string, Sent]>([
    ['another amount', { body: { amount: 4 } }],
    ['an evidence', { body: { evidence: 'order 1' } }],
    ['another endpoint', { operation: removeEntries }],
  ])('is refused with %s, and has no effect', async (_what, sent) => {
    await ask({ key: 'a' });
    expect(await errorOf(ask({ key: 'a', ...sent }))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      reason: 'BODY_DIFFERS',
    });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('has nothing to do with the same key of another provider', async () => {
    const other = providerCaller('prv_2');
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(other.providerKey, input.giveawayId));
    await ask({ key: 'a' });
    expect((await ask({ key: 'a', as: other })).isReplay).toBe(false);
  });

  it('is refused while an identical one is being answered', async () => {
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
    const { wait } = ports.operations;
    ports.operations.wait = async (...asked) => {
      await confirmed;
      return wait(...asked);
    };
    const first = ask({ key: 'a' });
    const conflict = await errorOf(ask({ key: 'a' }));
    expect(conflict).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      reason: 'IN_PROGRESS',
      retryAfterSeconds: 1,
    });
    confirm();
    expect((await first).isReplay).toBe(false);
  });

  it('that was answered before the chain goes on with the same operation', async () => {
    const early = await ask({ key: 'a', wait: 0 });
    const late = await ask({ key: 'a' });
    expect(late).toMatchObject({
      isReplay: false,
      operation: { id: early.operation.id, status: 'CONFIRMED' },
    });
    expect((await ask({ key: 'a' })).isReplay).toBe(true);
    expect(ports.operations.all).toHaveLength(1);
  });

  it('whose instance died goes on with the same operation', async () => {
    await ask({ key: 'a', wait: 0 });
    await ports.idempotency.claim({ providerId: caller.providerId, key: 'b', fingerprint: 'x' }, 'opn_dead');
    ports.idempotency.lapse('b');
    expect(
      await ports.idempotency.claim({ providerId: caller.providerId, key: 'b', fingerprint: 'x' }, 'opn_new'),
    ).toEqual({ kind: 'claimed', operationId: 'opn_dead' });
  });

  it.each<[string, (at: FakePorts) => void, Sent]>([
    ['the contracts', (at) => void (at.operations.outcome = () => FAILED), {}],
    [
      'the chain’s answer that there is no such giveaway',
      () => undefined,
      { body: { giveawayId: 'absent' } },
    ],
  ])(
    'that is refused for good by %s has the same error again, of the first request',
    async (_by, refuse, sent) => {
      refuse(ports);
      const first = await errorOf(ask({ key: 'a', ...sent }));
      const firstRequest = `request-${requests}`;
      ports.operations.outcome = () => CONFIRMED;
      ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, 'absent'));
      const second = await errorOf(ask({ key: 'a', ...sent }));
      expect(second).toMatchObject({
        code: first.code,
        reason: first.reason,
        message: first.message,
        values: first.values,
      });
      expect(second.requestId).toBe(firstRequest);
    },
  );

  it('that the signer could not pay for is a new operation once it can', async () => {
    ports.operations.outcome = () => WITHOUT_FUNDS;
    await errorOf(ask({ key: 'a' }));
    await errorOf(ask({ key: 'a' }));
    ports.operations.outcome = () => CONFIRMED;
    const { isReplay, operation } = await ask({ key: 'a' });
    expect(isReplay).toBe(false);
    expect(ports.operations.all.map(({ id, status }) => [id === operation.id, status])).toEqual([
      [false, 'FAILED'],
      [false, 'FAILED'],
      [true, 'CONFIRMED'],
    ]);
  });

  it('that lacked a signer succeeds when there is one, and repeats an answer without one', async () => {
    const unsigned = { ...caller, signer: null };
    for (let turn = 0; turn < 2; turn += 1)
      expect(await errorOf(ask({ key: 'a', as: unsigned }))).toMatchObject({ code: 'SIGNER_NOT_CONFIGURED' });
    expect((await ask({ key: 'a' })).isReplay).toBe(false);
    expect((await ask({ key: 'a', as: unsigned })).isReplay).toBe(true);
  });

  it('goes on with the same operation when the chain was away before it was accepted', async () => {
    ports.chain.isAway = true;
    expect(await errorOf(ask({ key: 'a', body: { giveawayId: 'unknown' } }))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
    ports.chain.isAway = false;
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, 'unknown'));
    expect((await ask({ key: 'a', body: { giveawayId: 'unknown' } })).isReplay).toBe(false);
  });

  it('has its answer although that cannot be stored, and the same operation again', async () => {
    ports.idempotency.breakNotes(new Error('The database is away.'));
    const first = await ask({ key: 'a' });
    ports.idempotency.breakNotes(undefined);
    ports.idempotency.lapse('a');
    expect(await ask({ key: 'a' })).toMatchObject({ isReplay: false, operation: first.operation });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('whose claim another request took over has the answer that was stored first', async () => {
    const { wait } = ports.operations;
    let other: ReturnType<typeof ask> | undefined;
    ports.operations.wait = async (...asked) => {
      if (other === undefined) {
        ports.idempotency.lapse('a');
        other = ask({ key: 'a' });
        await other;
      }
      return wait(...asked);
    };
    const mine = await ask({ key: 'a' });
    expect(mine).toMatchObject({ ...toldBy((await other)!), isReplay: true });
    expect(ports.operations.all).toHaveLength(1);
  });

  it.each(['', 'k'.repeat(256), 'a key', 'schlüssel', 'a\tb', 7])('cannot be %j', async (key) => {
    const options = { requestId: 'request-1', idempotencyKey: key };
    expect(await errorOf(perform(ports, caller, issueEntries, input, options))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['idempotencyKey'] }],
    });
  });

  it('may have 255 visible characters', async () => {
    await ask({ key: '~'.repeat(255) });
    expect((await ask({ key: '~'.repeat(255) })).isReplay).toBe(true);
  });
});

describe('an operation', () => {
  it('is shown to keys of its provider and to the operator, and to nobody else', async () => {
    const { operation } = await ask();
    for (const who of [caller, OPERATOR])
      expect(await ports.run(who, findOperation, { id: operation.id })).toMatchObject({ id: operation.id });
    const [foreign, absent] = [
      await errorOf(ports.run(providerCaller('prv_2'), findOperation, { id: operation.id })),
      await errorOf(ports.run(caller, findOperation, { id: 'opn_none' })),
    ];
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION', message: absent.message });
  });
});
