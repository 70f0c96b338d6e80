import { describe, expect, it } from '@jest/globals';
import { issueEntries } from '../../../src/core/entries/issue-entries.ts';
import { removeEntries } from '../../../src/core/entries/remove-entries.ts';
import type { Performed } from '../../../src/core/operations/operation-response.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { providerCaller } from '../support/callers.ts';
import { CONFIRMED } from '../support/operations.ts';
import { errorOf, type FakePorts } from '../support/ports.ts';
import {
  caller,
  input,
  lastRequestId,
  ports,
  REJECTED_BY_CONTRACTS,
  REJECTED_WITHOUT_FUNDS,
  request,
  useEntryRequests,
  type EntryRequest,
} from './entry-requests.ts';

useEntryRequests();

/** The part of a response that a repetition repeats. */
function repeatableResponseOf({ requestId, operation, result }: Performed) {
  return { requestId, operation, result };
}

describe('a request with an Idempotency-Key', () => {
  it('takes effect once, and its repetitions get the same response', async () => {
    const first = await request({ key: 'a' });
    const second = await request({ key: 'a' });
    expect(second).toMatchObject({ ...repeatableResponseOf(first), isReplay: true });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('is repeated by a body with the same values in another notation', async () => {
    await request({ key: 'a' });
    const { isReplay } = await request({
      key: 'a',
      body: { amount: '3', passportId: '7', evidence: null, reasonCode: 0 },
    });
    expect(isReplay).toBe(true);
  });

  it.each<[string, EntryRequest]>([
    ['another amount', { body: { amount: 4 } }],
    ['evidence', { body: { evidence: 'order 1' } }],
    ['another endpoint', { operation: removeEntries }],
  ])('is refused without an effect when it is repeated with %s', async (_change, sent) => {
    await request({ key: 'a' });
    expect(await errorOf(request({ key: 'a', ...sent }))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      reason: 'BODY_DIFFERS',
    });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('is independent of the same key of another provider', async () => {
    const other = providerCaller('prv_2');
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(other.providerKey, input.giveawayId));
    await request({ key: 'a' });
    expect((await request({ key: 'a', as: other })).isReplay).toBe(false);
  });

  it('is refused while an identical request runs', async () => {
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
    const { wait } = ports.operations;
    ports.operations.wait = async (...parameters) => {
      await confirmed;
      return wait(...parameters);
    };
    const first = request({ key: 'a' });
    const conflict = await errorOf(request({ key: 'a' }));
    expect(conflict).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      reason: 'IN_PROGRESS',
      retryAfterSeconds: 1,
    });
    confirm();
    expect((await first).isReplay).toBe(false);
  });

  it('continues the operation of an earlier request that did not wait for the chain', async () => {
    const early = await request({ key: 'a', wait: 0 });
    const late = await request({ key: 'a' });
    expect(late).toMatchObject({
      isReplay: false,
      operation: { id: early.operation.id, status: 'CONFIRMED' },
    });
    expect((await request({ key: 'a' })).isReplay).toBe(true);
    expect(ports.operations.all).toHaveLength(1);
  });

  it('continues the operation of an instance that died', async () => {
    await request({ key: 'a', wait: 0 });
    await ports.idempotency.claim({ providerId: caller.providerId, key: 'b', fingerprint: 'x' }, 'opn_dead');
    ports.idempotency.lapse('b');
    expect(
      await ports.idempotency.claim({ providerId: caller.providerId, key: 'b', fingerprint: 'x' }, 'opn_new'),
    ).toEqual({ kind: 'claimed', operationId: 'opn_dead' });
  });

  it.each<[string, (at: FakePorts) => void, EntryRequest]>([
    ['the contracts', (at) => void (at.operations.outcome = () => REJECTED_BY_CONTRACTS), {}],
    [
      'the chain’s answer that there is no such giveaway',
      () => undefined,
      { body: { giveawayId: 'absent' } },
    ],
  ])(
    'gets the error of the first request again after a final refusal by %s',
    async (_reason, refuse, sent) => {
      refuse(ports);
      const first = await errorOf(request({ key: 'a', ...sent }));
      const firstRequest = lastRequestId();
      ports.operations.outcome = () => CONFIRMED;
      ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, 'absent'));
      const second = await errorOf(request({ key: 'a', ...sent }));
      expect(second).toMatchObject({
        code: first.code,
        reason: first.reason,
        message: first.message,
        values: first.values,
      });
      expect(second.requestId).toBe(firstRequest);
    },
  );

  it('starts a new operation after the signer could not pay for the last one', async () => {
    ports.operations.outcome = () => REJECTED_WITHOUT_FUNDS;
    await errorOf(request({ key: 'a' }));
    await errorOf(request({ key: 'a' }));
    ports.operations.outcome = () => CONFIRMED;
    const { isReplay, operation } = await request({ key: 'a' });
    expect(isReplay).toBe(false);
    expect(ports.operations.all.map(({ id, status }) => [id === operation.id, status])).toEqual([
      [false, 'FAILED'],
      [false, 'FAILED'],
      [true, 'CONFIRMED'],
    ]);
  });

  it('succeeds once a signer is configured, and then repeats its response without one', async () => {
    const unsigned = { ...caller, signer: null };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await errorOf(request({ key: 'a', as: unsigned }))).toMatchObject({
        code: 'SIGNER_NOT_CONFIGURED',
      });
    expect((await request({ key: 'a' })).isReplay).toBe(false);
    expect((await request({ key: 'a', as: unsigned })).isReplay).toBe(true);
  });

  it('succeeds after the chain was unavailable before the operation was accepted', async () => {
    ports.chain.isAway = true;
    expect(await errorOf(request({ key: 'a', body: { giveawayId: 'unknown' } }))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    });
    ports.chain.isAway = false;
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, 'unknown'));
    expect((await request({ key: 'a', body: { giveawayId: 'unknown' } })).isReplay).toBe(false);
  });

  it('is answered although the response cannot be stored, and then continues the same operation', async () => {
    ports.idempotency.breakNotes(new Error('The database is away.'));
    const first = await request({ key: 'a' });
    ports.idempotency.breakNotes(undefined);
    ports.idempotency.lapse('a');
    expect(await request({ key: 'a' })).toMatchObject({ isReplay: false, operation: first.operation });
    expect(ports.operations.all).toHaveLength(1);
  });

  it('gets the response that was stored first when another request took over its claim', async () => {
    const { wait } = ports.operations;
    let other: ReturnType<typeof request> | undefined;
    ports.operations.wait = async (...parameters) => {
      if (other === undefined) {
        ports.idempotency.lapse('a');
        other = request({ key: 'a' });
        await other;
      }
      return wait(...parameters);
    };
    const mine = await request({ key: 'a' });
    expect(mine).toMatchObject({ ...repeatableResponseOf((await other)!), isReplay: true });
    expect(ports.operations.all).toHaveLength(1);
  });

  it.each(['', 'k'.repeat(256), 'a key', 'schlüssel', 'a\tb', 7])(
    'is refused with the key %j',
    async (key) => {
      const options = { requestId: 'request-1', idempotencyKey: key };
      expect(await errorOf(perform(ports, caller, issueEntries, input, options))).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: [{ path: ['idempotencyKey'] }],
      });
    },
  );

  it('accepts a key of 255 visible characters', async () => {
    await request({ key: '~'.repeat(255) });
    expect((await request({ key: '~'.repeat(255) })).isReplay).toBe(true);
  });
});
