import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ids } from '../../../src/runtime/ids.ts';
import { createLaneStore } from '../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../src/adapters/postgres/operations/operation-store.ts';
import type { NewOperation } from '../../../src/core/operations/operation.ts';
import {
  LaneLost,
  type HeldLane,
  type Lane,
  type LaneStore,
  type NewTransaction,
} from '../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../src/adapters/ports/operation-store.ts';
import { entryChange } from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const CHAIN = 31_337n;
const LEASE_MS = 60_000;
const hash = (digit: string) => `0x${digit.repeat(64)}`;

describe('the lane store', () => {
  const opened = sharedByTests(openTestDatabase);
  let lanes: LaneStore;
  let operations: OperationStore;
  let signer: string;
  beforeAll(async () => {
    lanes = createLaneStore(opened.database.sql, CHAIN);
    operations = createOperationStore(opened.database.sql, CHAIN);
  });
  beforeEach(() => {
    signer = `0x${randomUUID()}`;
  });

  const newOperation = (): NewOperation => ({
    id: ids.next('opn'),
    providerKey: hash('1'),
    signer,
    call: entryChange(hash('2'), 1, 1),
  });
  const add = async (count = 1) => {
    const added = Array.from({ length: count }, newOperation);
    await operations.add(added);
    return added.map(({ id }) => id);
  };
  const take = async (owner: string) =>
    (await lanes.take(owner, LEASE_MS)).find((lane) => lane.signer === signer);
  const hold = async (owner: string): Promise<HeldLane> => {
    const lane = await take(owner);
    if (!lane) throw new Error('The lane was not taken.');
    return lane;
  };
  const expireLease = () =>
    opened.database.execute(
      `update chain_lane set lease_until = now() - interval '1 second' where signer = $1`,
      [signer],
    );
  const statusOf = async (id: string) => (await operations.find([id]))[0]?.status;
  const transaction = (nonce: number, operationIds: readonly string[]): NewTransaction => ({
    nonce,
    to: '0x00000000000000000000000000000000000000AA',
    data: '0x1234',
    gasLimit: 100_000,
    maxFeePerGas: 2n ** 70n,
    maxPriorityFeePerGas: 3n,
    operationIds,
  });

  it('gives a lane to one owner at a time, until its lease expires', async () => {
    await add();
    const first = await hold('first');
    expect(await take('second')).toBeUndefined();
    await expireLease();
    const second = await hold('second');
    expect(second.fence).toBeGreaterThan(first.fence);
    const leased = `select extract(epoch from lease_until - now()) from chain_lane where signer = $1`;
    const [row] = await opened.database.sql.query({ name: '', text: leased }, [signer]);
    expect(Number(row?.[0])).toBeGreaterThan(0);
    expect(Number(row?.[0])).toBeLessThanOrEqual(LEASE_MS / 1_000);
    const { owned, mayTake } = await lanes.renew([first, second], LEASE_MS);
    expect([[...owned], mayTake]).toEqual([[[signer, expect.any(Boolean)]], false]);
    expect([...(await lanes.renew([first], LEASE_MS)).owned]).toEqual([]);
    await lanes.release([first]);
    expect(await take('third')).toBeUndefined();
    await lanes.release([second]);
    expect(await take('third')).toBeDefined();
  });

  it('releases a lane without work', async () => {
    const [id = ''] = await add();
    const lane = await hold('first');
    await lanes.reject(lane, [{ id, error: { code: 'CONTRACT_REVERT', message: 'No.' } }]);
    await lanes.release([lane]);
    expect(await take('second')).toBeUndefined();
    await add();
    expect(await take('second')).toBeDefined();
  });

  it('returns queued operations in the order of arrival, without those in progress', async () => {
    const operationIds = await add(5);
    const lane = await hold('first');
    const queued = await lanes.queued(lane, [operationIds[1] ?? ''], 3);
    expect(queued.map(({ id }) => id)).toEqual([operationIds[0], operationIds[2], operationIds[3]]);
  });

  it('gives an operation one key of its own, for every transaction that it is sent in', async () => {
    const operationIds = await add(2);
    const lane = await hold('first');
    const keysOf = (queued: readonly { readonly opKey: string }[]) => queued.map(({ opKey }) => opKey);
    const stored = keysOf(await lanes.queued(lane, [], 2));
    expect(new Set(stored).size).toBe(2);

    const [transactionId = 0] = await lanes.reserve(lane, [transaction(7, operationIds)]);
    await lanes.requeue(lane, transactionId, 'REPLACED', operationIds);
    await createOperationStore(opened.database.sql, CHAIN).add([
      { ...newOperation(), id: operationIds[0] ?? '' },
    ]);

    expect(keysOf(await lanes.operations(operationIds)).toSorted()).toEqual(stored.toSorted());
    expect(keysOf(await lanes.queued(lane, [], 2))).toEqual(stored);
  });

  it('stores exactly what was reserved', async () => {
    const operationIds = await add(3);
    const lane = await hold('first');
    const transactionIds = await lanes.reserve(lane, [
      transaction(7, operationIds.slice(0, 2)),
      transaction(8, operationIds.slice(2)),
    ]);
    await lanes.saveSigned(lane, [
      { transactionId: transactionIds[0] ?? 0, attempt: 1, raw: '0xabcd', hash: hash(signer.slice(2, 3)) },
    ]);
    const open = await lanes.open(lane);
    expect(
      open.map(({ id, nonce, operationIds, data, attempts }) => ({
        id,
        nonce,
        operationIds,
        data,
        attempts,
      })),
    ).toEqual([
      {
        id: transactionIds[0],
        nonce: 7,
        operationIds: operationIds.slice(0, 2),
        data: '0x1234',
        attempts: [
          {
            attempt: 1,
            maxFeePerGas: 2n ** 70n,
            maxPriorityFeePerGas: 3n,
            signed: { raw: '0xabcd', hash: hash(signer.slice(2, 3)) },
          },
        ],
      },
      {
        id: transactionIds[1],
        nonce: 8,
        operationIds: operationIds.slice(2),
        data: '0x1234',
        attempts: [{ attempt: 1, maxFeePerGas: 2n ** 70n, maxPriorityFeePerGas: 3n, signed: null }],
      },
    ]);
    expect(await Promise.all(operationIds.map(statusOf))).toEqual(['SENT', 'SENT', 'SENT']);
    await lanes.release([lane]);
    expect((await hold('second')).nextNonce).toBe(9);
  });

  it('never assigns a nonce twice', async () => {
    const [first = '', second = ''] = await add(2);
    const lane = await hold('first');
    await lanes.reserve(lane, [transaction(1, [first])]);
    await expect(lanes.reserve(lane, [transaction(1, [second])])).rejects.toThrow(/unique|duplicate/);
    expect(await statusOf(second)).toBe('QUEUED');
  });

  it('reports a failure of the contracts only when its block is deep enough, and forgets it when the block is removed', async () => {
    const [id = ''] = await add();
    const lane = await hold('first');
    const [transactionId = 0] = await lanes.reserve(lane, [transaction(1, [id])]);
    const error = { code: 'CONTRACT_REVERT', reason: 'NO_ENTRIES', message: 'No.' } as const;
    const mined = { id: transactionId, blockNumber: 5, blockHash: hash('5'), hash: hash('6') };
    await lanes.saveMined(lane, [{ ...mined, state: 'MINED', outcomes: [{ id, error, result: null }] }]);
    expect((await operations.find([id]))[0]).toMatchObject({ status: 'MINED', error: null });
    await lanes.unmine(lane, [transactionId]);
    expect(await statusOf(id)).toBe('SENT');
    await lanes.saveMined(lane, [{ ...mined, state: 'MINED', outcomes: [{ id, error, result: null }] }]);
    await lanes.confirm(lane, [transactionId]);
    expect((await operations.find([id]))[0]).toMatchObject({ status: 'FAILED', error, blockNumber: 5 });
  });

  it("stores the outcome of an operation's current transaction only", async () => {
    const [id = ''] = await add();
    const lane = await hold('first');
    const [first = 0] = await lanes.reserve(lane, [transaction(1, [id])]);
    const error = { code: 'CONTRACT_REVERT', reason: 'OUT_OF_GAS', message: 'No.' } as const;
    const mined = { state: 'MINED', blockNumber: 5, blockHash: hash('5'), hash: hash('6') } as const;
    const failed = { ...mined, id: first, outcomes: [{ id, error, result: null }] };
    await lanes.saveMined(lane, [failed]);
    expect(await lanes.open(lane)).toMatchObject([{ id: first, mined: { outOfGas: true } }]);

    await lanes.requeue(lane, first, 'CONFIRMED', [id]);
    const [second = 0] = await lanes.reserve(lane, [transaction(2, [id])]);
    const result = { entries: 1 };
    const done = { ...mined, id: second, outcomes: [{ id, error: null, result }] };
    for (const order of [
      [done, failed],
      [failed, done],
    ]) {
      await lanes.saveMined(lane, order);
      const [operation] = await operations.find([id]);
      expect(operation).toMatchObject({ status: 'MINED', result, transactionHash: mined.hash });
    }
    const open = await lanes.open(lane);
    expect(open.map((each) => [each.id, each.mined?.outOfGas])).toEqual([
      [first, false],
      [second, false],
    ]);
  });

  describe('a lane of another owner', () => {
    const writes: readonly (readonly [
      string,
      (stale: Lane, id: string, transactionId: number) => Promise<unknown>,
    ])[] = [
      ['hold', (stale) => lanes.hold(stale, 'RPC_DOWN')],
      ['reserve', (stale, id) => lanes.reserve(stale, [transaction(9, [id])])],
      [
        'reserveAttempts',
        (stale, _id, transactionId) =>
          lanes.reserveAttempts(stale, [
            { transactionId, attempt: 2, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
          ]),
      ],
      [
        'saveSigned',
        (stale, _id, transactionId) =>
          lanes.saveSigned(stale, [{ transactionId, attempt: 1, raw: '0xff', hash: hash('f') }]),
      ],
      [
        'markBroadcast',
        (stale, _id, transactionId) => lanes.markBroadcast(stale, [{ transactionId, attempt: 1 }]),
      ],
      [
        'refuse',
        (stale, id) => lanes.reject(stale, [{ id, error: { code: 'CONTRACT_REVERT', message: 'No.' } }]),
      ],
      [
        'saveMined',
        (stale, id, transactionId) =>
          lanes.saveMined(stale, [
            {
              id: transactionId,
              state: 'CONFIRMED',
              blockNumber: 1,
              blockHash: hash('1'),
              hash: hash('2'),
              outcomes: [{ id, error: null, result: {} }],
            },
          ]),
      ],
      ['confirm', (stale, _id, transactionId) => lanes.confirm(stale, [transactionId])],
      ['finalize', (stale, _id, transactionId) => lanes.finalize(stale, [transactionId])],
      ['unmine', (stale, _id, transactionId) => lanes.unmine(stale, [transactionId])],
      ['reopen', (stale) => lanes.reopen(stale, 0, [transaction(0, []).to])],
      ['requeue', (stale, id, transactionId) => lanes.requeue(stale, transactionId, 'REPLACED', [id])],
      ['revive', (stale) => lanes.revive(stale, 1)],
    ];

    it.each(writes)('is not changed by %s', async (_name, write) => {
      const [sent = '', queued = ''] = await add(2);
      const stale = await hold('first');
      const [transactionId = 0] = await lanes.reserve(stale, [transaction(1, [sent])]);
      await expireLease();
      const owner = await hold('second');
      const before = await Promise.all([lanes.open(owner), operations.find([sent, queued])]);

      await expect(write(stale, queued, transactionId)).rejects.toThrow(LaneLost);

      expect(await Promise.all([lanes.open(owner), operations.find([sent, queued])])).toEqual(before);
    });
  });
});
