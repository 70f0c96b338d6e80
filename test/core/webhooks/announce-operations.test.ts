import { beforeEach, describe, expect, it } from '@jest/globals';
import { toQueued, type Operation } from '../../../src/core/operations/operation.ts';
import { announce } from '../../../src/core/webhooks/announce/announce.ts';
import { announceOperations } from '../../../src/core/webhooks/announce/announce-operations.ts';
import type { ChangedOperation } from '../../../src/core/webhooks/deliver/webhook-queue.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const SENT = { status: 'SENT' } as const;
const FINALIZED = { ...CONFIRMED, status: 'FINALIZED' } as const;
const FAILED = {
  status: 'FAILED',
  error: { code: 'CONTRACT_REVERT', reason: 'GIVEAWAY_ENDED', message: 'It has ended.', values: { at: 5 } },
} as const;

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

function changed(
  state: Partial<Operation>,
  more: Partial<ChangedOperation> = {},
  id = 'opn_1',
): ChangedOperation {
  const key = `0x${'1'.repeat(64)}`;
  const operation = toQueued(
    {
      id,
      providerKey: key,
      signer: `0x${'2'.repeat(40)}`,
      call: { kind: 'confirm-receipt', giveaway: key, round: 0 },
      request: { endpoint: 'confirm-receipt-by-provider', facts: { giveawayId: 'summer' } },
    },
    START,
  );
  return {
    operation: { ...operation, ...state },
    providerId: 'prv_1',
    notified: undefined,
    times: 0,
    hasFallenBack: false,
    ...more,
  };
}
const told = () => ports.webhookQueue.kept.map(({ type, origin }) => [type, origin]);
const payloadOf = (index = 0) => JSON.parse(ports.webhookQueue.kept[index]!.payload);

describe('the events of an operation', () => {
  it.each([
    ['that is confirmed', CONFIRMED, undefined, false, ['operation.confirmed']],
    ['that is final before it was announced', FINALIZED, undefined, false, ['operation.confirmed']],
    ['that failed', FAILED, undefined, false, ['operation.failed']],
    ['that is open', SENT, undefined, false, []],
    ['that is open again after it was confirmed', SENT, 'operation.confirmed', true, ['operation.reorged']],
    ['that is open again after it failed', SENT, 'operation.failed', true, ['operation.reorged']],
    ['that is still open after its answer was reverted', SENT, 'operation.reorged', true, []],
    ['that is confirmed again', CONFIRMED, 'operation.reorged', true, ['operation.confirmed']],
    ['that failed after it was reverted', FAILED, 'operation.reorged', true, ['operation.failed']],
    ['that became final', FINALIZED, 'operation.confirmed', false, []],
    [
      'that was reverted and confirmed at once',
      CONFIRMED,
      'operation.confirmed',
      true,
      ['operation.reorged', 'operation.confirmed'],
    ],
    [
      'that was confirmed and has failed since',
      FAILED,
      'operation.confirmed',
      false,
      ['operation.reorged', 'operation.failed'],
    ],
  ] as const)('%s are created', async (_what, state, notified, hasFallenBack, types) => {
    ports.webhookQueue.changed = [changed(state, { notified, hasFallenBack, times: 4 })];
    await announceOperations(ports);
    expect(told()).toEqual(types.map((type, index) => [type, String(5 + index)]));
    expect(types.map((_type, index) => payloadOf(index).data.sequence)).toEqual(
      types.map((_type, index) => 5 + index),
    );
  });

  it('contain the operation with its provider, its endpoint and its result', async () => {
    const result = { round: 3 };
    ports.webhookQueue.changed = [changed({ ...CONFIRMED, result })];
    await announceOperations(ports);
    expect(ports.webhookQueue.kept).toMatchObject([
      { id: expect.stringMatching(/^msg_/), providerId: 'prv_1', subject: 'opn_1', origin: '1' },
    ]);
    expect(payloadOf()).toEqual({
      type: 'operation.confirmed',
      timestamp: START.toISOString(),
      data: {
        sequence: 1,
        operation: { id: 'opn_1', ...CONFIRMED },
        result: { giveawayId: 'summer', roundIndex: 3 },
        endpoint: 'confirm-receipt-by-provider',
      },
    });
  });

  it('contain the error of an operation that failed', async () => {
    ports.webhookQueue.changed = [changed(FAILED)];
    await announceOperations(ports);
    expect(payloadOf().data.error).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'GIVEAWAY_ENDED',
      message: 'It has ended.',
      retryable: false,
      recommendedAction: expect.any(String),
      details: { at: 5, operationId: 'opn_1' },
    });
  });

  it('have the endpoint null for an operation that no provider requested', async () => {
    ports.webhookQueue.changed = [changed({ ...CONFIRMED, request: null })];
    await announceOperations(ports);
    expect(payloadOf().data.endpoint).toBeNull();
  });
});

describe('the changes of operations', () => {
  it('are marked as handled, also those without an event', async () => {
    ports.webhookQueue.changed = [changed(SENT, {}, 'opn_1'), changed(CONFIRMED, {}, 'opn_2')];
    expect(await announceOperations(ports)).toBe(true);
    expect(ports.webhookQueue.done).toEqual(['opn_1', 'opn_2']);
    expect(await announceOperations(ports)).toBe(false);
    expect(told()).toHaveLength(1);
  });

  it('are handled 100 at a time', async () => {
    ports.webhookQueue.changed = Array.from({ length: 101 }, (_, index) =>
      changed(CONFIRMED, {}, `opn_${index}`),
    );
    await announceOperations(ports);
    expect(told()).toHaveLength(100);
    await announceOperations(ports);
    expect(told()).toHaveLength(101);
  });
});

describe('a search for events', () => {
  const delivery = (index: number, webhookId = 'whk_1') => ({
    id: `dlv_${index}`,
    run: 2,
    webhookId,
    owner: 'prv_1',
    isOfSubscription: false,
    isSlow: webhookId !== 'whk_1',
  });

  it('starts a job for each webhook that has deliveries', async () => {
    ports.webhookQueue.toQueue = [delivery(1), delivery(2), delivery(3, 'whk_2')];
    expect(await announce(ports)).toBe(false);
    expect(ports.jobs.waiting).toEqual([
      { name: 'send-webhooks', data: { webhookId: 'whk_1' }, key: 'whk_1', group: 'prv_1', isSlow: false },
      { name: 'send-webhooks', data: { webhookId: 'whk_2' }, key: 'whk_2', group: 'prv_1', isSlow: true },
    ]);
    expect(ports.webhookQueue.toQueue).toEqual([]);
  });

  it('leaves deliveries to the next search whose job is running, since it may not see them', async () => {
    ports.webhookQueue.toQueue = [delivery(1), delivery(2, 'whk_2')];
    ports.jobs.wake = async () => new Set(['whk_2']);
    expect(await announce(ports)).toBe(false);
    expect(ports.webhookQueue.toQueue).toEqual([delivery(1)]);
  });

  it.each([
    [999, false],
    [1_000, true],
  ])(
    'a search for events that queued %i deliveries is to be continued at once: %j',
    async (count, hasMore) => {
      ports.webhookQueue.toQueue = Array.from({ length: count }, (_, index) => delivery(index));
      expect(await announce(ports)).toBe(hasMore);
      expect(ports.webhookQueue.toQueue).toEqual([]);
    },
  );

  it('a search for events that found changes is to be continued at once', async () => {
    ports.webhookQueue.changed = [changed(CONFIRMED)];
    expect(await announce(ports)).toBe(true);
    expect(await announce(ports)).toBe(false);
  });
});
