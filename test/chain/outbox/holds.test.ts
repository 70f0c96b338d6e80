import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { RpcError, RpcUnreachable, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { OperationHold } from '../../../src/core/operations/operation.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { withResponses } from '../indexer/indexing.ts';
import {
  entryChange,
  newOperation,
  partsOf,
  startTestOutbox,
  type OutboxOptions,
} from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const LOOKS = 40;
const LOOK_EVERY_MS = 25;

describe('the hold of an operation', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 1 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  let outbox: Outbox;
  let stored: (OperationHold | null)[];
  let takes: number;
  let events: string[];
  let told: unknown[];
  beforeAll(async () => {
    await chain.mintPassports(1);
    giveaway = await chain.createGiveaway('holds');
  });
  beforeEach(() => {
    stored = [];
    events = [];
    told = [];
    takes = 0;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await outbox.stop();
  });

  /** Starts an outbox and records the holds that it stores. */
  function start(rpc: Rpc, options: Partial<OutboxOptions> = {}): void {
    const parts = partsOf(chain, opened.database);
    const { laneStore } = parts;
    outbox = startTestOutbox(chain, {
      ...parts,
      rpc,
      laneStore: {
        ...laneStore,
        hold: (lane, hold) => {
          stored.push(hold);
          return laneStore.hold(lane, hold);
        },
        take: async (...given) => {
          const taken = await laneStore.take(...given);
          takes += taken.length;
          return taken;
        },
      },
      note: (event, { message }) => {
        events.push(event);
        told.push(message);
      },
      ...options,
    });
  }

  async function submit(): Promise<string> {
    const operation = newOperation(chain, entryChange(giveaway, 1, 1));
    await outbox.operations.submit([operation]);
    return operation.id;
  }

  const holdOf = async (id: string) => (await outbox.operations.find(id))?.hold;

  /** The holds that a reader sees who reads repeatedly for a second, from the first hold on. */
  async function watchHold(id: string): Promise<unknown[]> {
    await eventually(
      () => holdOf(id),
      (hold) => hold !== null,
    );
    const seen: unknown[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      seen.push(await holdOf(id));
      await after(LOOK_EVERY_MS);
    }
    return seen;
  }

  const always = (hold: OperationHold) => Array.from({ length: LOOKS }, () => hold);

  it.each([
    [
      'RPC_LAGGING',
      'trials are on a block before the newest known',
      'eth_blockNumber',
      () => Promise.resolve('0x0'),
    ],
    [
      'RPC_DOWN',
      'simulations get no answer',
      'eth_getBalance',
      () => Promise.reject(new RpcUnreachable('Away.')),
    ],
    [
      'RPC_DOWN',
      'trials get an error that only speaks of lag',
      'eth_getBalance',
      () => Promise.reject(new RpcError(-32000, 'upstream lags behind')),
    ],
    [
      'RPC_DOWN',
      'trials get an error that tells nothing about the operation',
      'eth_call',
      () => Promise.reject(new RpcError(-32000, 'header not found')),
    ],
    [
      'SIGNER_PAUSED',
      'the node takes no transactions of this type',
      'eth_sendRawTransaction',
      () => Promise.reject(new RpcError(-32000, 'transaction type not supported')),
    ],
  ] as const)(
    'is %s for every reader while %s, whatever the other loops reach',
    async (hold, _case, method, fault) => {
      let isFaulty = true;
      start(
        withResponses(chain.rpc, (requested, _params, response) =>
          isFaulty && requested === method ? fault() : response(),
        ),
      );
      const id = await submit();
      expect(await watchHold(id)).toEqual(always(hold));
      isFaulty = false;
      const [response] = await outbox.operations.wait([id], 10_000);
      expect(response).toMatchObject({ status: 'CONFIRMED', hold: null });
      expect(stored).toEqual([hold, null]);
    },
  );

  it('comes with the words in which the node refused a transaction', async () => {
    let isFaulty = true;
    start(
      withResponses(chain.rpc, (method, _params, response) => {
        if (isFaulty && method === 'eth_sendRawTransaction') throw new RpcError(-32000, 'sender is banned');
        return response();
      }),
    );
    const id = await submit();
    const words = await eventually(
      () => Promise.resolve(told),
      (all) => all.includes('sender is banned'),
    );
    expect(words).toContain('sender is banned');
    isFaulty = false;
    expect((await outbox.operations.wait([id], 10_000))[0]?.status).toBe('CONFIRMED');
  });

  it('is RPC_DOWN for every reader while the node has never answered, and the lane pauses between attempts', async () => {
    let isAway = true;
    start(
      withResponses(chain.rpc, (_method, _params, response) => {
        if (isAway) throw new RpcUnreachable('Away.');
        return response();
      }),
    );
    const id = await submit();
    expect(await watchHold(id)).toEqual(always('RPC_DOWN'));
    expect(takes).toBeLessThanOrEqual(6);
    isAway = false;
    const [response] = await outbox.operations.wait([id], 10_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', hold: null });
    expect(stored).toEqual(['RPC_DOWN', null]);
  });

  it("does not depend on the machine's clock: a clock set forward makes no transaction old", async () => {
    const real = Date.now.bind(Date);
    let aheadMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + aheadMs);
    await chain.rpc.call('evm_setAutomine', [false]);
    start(chain.rpc, { rebroadcastMs: 60_000 });
    const id = await submit();
    await eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes('broadcast'),
    );
    aheadMs = 3_600_000;
    await after(600);
    expect(events).not.toContain('rebroadcast');
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');
    expect((await outbox.operations.wait([id], 10_000))[0]?.status).toBe('CONFIRMED');
  });
});
