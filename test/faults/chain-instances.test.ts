import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NewOperation, Operation } from '../../src/core/operations/operation.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../chain/outbox/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../chain/outbox/test-database.ts';
import { startWorker } from '../chain/outbox/worker-process.ts';
import { startTestChain, type TestChain } from '../support/anvil.ts';
import { describeWith } from '../support/describe-with.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { findViolations, type Signature } from '../support/history.ts';

const OPERATIONS = 200;
const FAILING = 0.2;
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
    proxy.set(FAILING, ['forgotten', 'nonce-too-low', 'reset', 'swallowed']);
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
        waves: toWaves(operations.filter((_, place) => place % 2 === turn)),
      }),
    );
    // Each longer than its lease, while it owns the lane and while it does not.
    for (let turn = 0; turn < 4; turn += 1) await workers[turn % 2]?.pause(LEASE_MS * 1.5);
    await workers[0]?.done;
    workers[0]?.kill();
    await workers[1]?.done;
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

    for (const record of records) {
      told.push(...record.told);
      signed.push(...record.signed);
    }
    expect(told.filter(({ status }) => status === 'FAILED')).toEqual([]);
    expect(await findViolations(chain, { accepted: ids, told, signed })).toEqual([]);
  }, 90_000);
});

function toWaves(operations: readonly NewOperation[]): NewOperation[][] {
  const waves: NewOperation[][] = [];
  for (let place = 0; place < operations.length; place += 20) waves.push(operations.slice(place, place + 20));
  return waves;
}
