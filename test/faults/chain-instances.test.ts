import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import type { Operation } from '../../src/core/operations/operation.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../chain/outbox/support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../chain/outbox/support/test-database.ts';
import { startWorker } from '../chain/outbox/support/worker-process.ts';
import { startTestChain, type TestChain } from '../support/chain/anvil.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { findViolations, type Signature } from '../support/chain/history.ts';

const OPERATIONS = 200;
/** Every fifth transaction that is handed to the node fails, and a fifth of the questions. */
const FAILING = 5;
const LEASE_MS = 500;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'two instances with one signer', () => {
  let chain: TestChain;
  let opened: OpenTestDatabase;
  let proxy: FaultProxy;
  let giveaways: string[];
  beforeAll(async () => {
    [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()]);
    proxy = await startFaultProxy(chain.url, 7);
    await chain.mintPassports(5);
    giveaways = [];
    for (let place = 0; place < 40; place += 1)
      giveaways.push(await chain.createGiveaway(`giveaway ${place}`));
  }, 90_000);
  afterAll(async () => {
    await proxy.stop();
    await opened.close();
    await chain.stop();
  });

  it('carry out 200 operations while a fifth of the broadcasts fails and owners are held up, come back and die', async () => {
    proxy.set(1 / FAILING, ['reset', 'swallowed']);
    proxy.failBroadcasts(FAILING, ['forgotten', 'nonce-too-low', 'reset', 'swallowed']);
    await chain.rpc.call('evm_setAutomine', [false]);
    await chain.rpc.call('evm_setIntervalMining', [1]);
    const operations = Array.from({ length: OPERATIONS }, (_, place) =>
      newOperation(chain, entryChange(giveaways[place % giveaways.length] ?? '', 1 + (place % 5), 1)),
    );
    const workers = [0, 1].map((turn) =>
      startWorker({
        databaseUrl: opened.url ?? '',
        rpcUrl: proxy.url,
        chainId: Number(chain.chainId),
        hub: chain.hub,
        keys: chain.signers.map(({ privateKey }) => privateKey),
        leaseMs: LEASE_MS,
        // Each operation has a nonce of its own, and whoever comes to own the lane has some left to give.
        settings: { largestBatch: 1, mostInFlight: 25 },
        waves: [operations.filter((_, place) => place % 2 === turn)],
      }),
    );
    await eventually(
      async () => proxy.broadcasts.all,
      (all) => all > 0,
      30_000,
    );
    // Each longer than its lease, while it owns the lane and while it does not, with a block between them.
    for (let turn = 0; turn < 4; turn += 1) {
      await workers[turn % 2]?.pause(LEASE_MS * 1.5);
      await after(LEASE_MS * 2);
    }
    workers[0]?.kill();
    // It watches with the eyes of a third, who asks nobody but the database.
    const signed: Signature[] = [];
    const watcher = startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      leaseMs: LEASE_MS,
    });
    const ids = operations.map(({ id }) => id);
    const told = (await watcher.operations.wait(ids, 20_000)).flatMap((answer): Operation[] =>
      answer ? [answer] : [],
    );
    workers[1]?.kill();
    await watcher.stop();
    const records = await Promise.all(workers.map(({ ended }) => ended));
    expect(records.map(({ stderr }) => stderr)).toEqual(['', '']);

    expect(records.map((record) => record.signed.length > 0)).toEqual([true, true]);
    for (const record of records) {
      told.push(...record.told);
      signed.push(...record.signed);
    }
    expect(told.filter(({ status }) => status === 'FAILED')).toEqual([]);
    expect(await findViolations(chain, { accepted: ids, answers: told, signed })).toEqual([]);
    const { all, failed } = proxy.broadcasts;
    expect(failed).toBeGreaterThanOrEqual(OPERATIONS / FAILING);
    expect(failed / all).toBeCloseTo(1 / FAILING, 2);
  }, 90_000);
});
