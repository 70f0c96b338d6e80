import { beforeAll, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import type { Operation } from '../../../src/core/operations/operation.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../../chain/outbox/support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { startWorker } from '../../chain/outbox/support/worker-process.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { findStoredViolations, type Signature } from '../../support/chain/history.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const OPERATIONS = 200;
/** Every fifth transaction sent to the node fails, and so does a fifth of the other requests. */
const FAILING = 5;
const LEASE_MS = 500;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'two instances with one signer', () => {
  const chain = sharedByTests(startTestChain);
  const opened = sharedByTests(openTestDatabase);
  const proxy = sharedByTests(() => startFaultProxy(chain.url, 7));
  let giveaways: string[];
  beforeAll(async () => {
    await chain.mintPassports(5);
    giveaways = [];
    for (let index = 0; index < 40; index += 1)
      giveaways.push(await chain.createGiveaway(`giveaway ${index}`));
  });

  it('complete 200 operations while a fifth of the broadcasts fails and lane owners pause, resume and die', async () => {
    proxy.set(1 / FAILING, ['reset', 'swallowed']);
    proxy.failBroadcasts(FAILING, ['forgotten', 'nonce-too-low', 'reset', 'swallowed']);
    await chain.rpc.call('evm_setAutomine', [false]);
    await chain.rpc.call('evm_setIntervalMining', [1]);
    const operations = Array.from({ length: OPERATIONS }, (_, index) =>
      newOperation(chain, entryChange(giveaways[index % giveaways.length] ?? '', 1 + (index % 5), 1)),
    );
    const workers = [0, 1].map((turn) =>
      startWorker({
        databaseUrl: opened.url ?? '',
        rpcUrl: proxy.url,
        chainId: Number(chain.chainId),
        hub: chain.hub,
        keys: chain.signers.map(({ privateKey }) => privateKey),
        leaseMs: LEASE_MS,
        // Each operation uses one nonce, and every owner of the lane has some left to send.
        settings: { largestBatch: 1, mostInFlight: 25 },
        waves: [operations.filter((_, index) => index % 2 === turn)],
      }),
    );
    // On a busy machine one worker starts seconds before the other.
    await Promise.all(workers.map(({ done }) => done));
    await eventually(
      async () => proxy.broadcasts.all,
      (all) => all > 0,
      30_000,
    );
    // Each pause is longer than the lease; the paused worker owns the lane or does not; a block is mined in between.
    for (let turn = 0; turn < 4; turn += 1) {
      await workers[turn % 2]?.pause(LEASE_MS * 1.5);
      await after(LEASE_MS * 2);
    }
    workers[0]?.kill();
    // A third instance reads the responses from the database only.
    const signed: Signature[] = [];
    const watcher = startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      leaseMs: LEASE_MS,
    });
    const ids = operations.map(({ id }) => id);
    const responses = (await watcher.operations.wait(ids, 20_000)).flatMap((response): Operation[] =>
      response ? [response] : [],
    );
    workers[1]?.kill();
    await watcher.stop();
    const records = await Promise.all(workers.map(({ ended }) => ended));
    expect(records.map(({ stderr }) => stderr)).toEqual(['', '']);

    expect(records.map((record) => record.signed.length > 0)).toEqual([true, true]);
    for (const record of records) {
      responses.push(...record.answered);
      signed.push(...record.signed);
    }
    expect(responses.filter(({ status }) => status === 'FAILED')).toEqual([]);
    expect(await findStoredViolations(chain, opened.database, { accepted: ids, responses, signed })).toEqual(
      [],
    );
    const { all, failed } = proxy.broadcasts;
    expect(failed).toBeGreaterThanOrEqual(OPERATIONS / FAILING);
    expect(failed / all).toBeCloseTo(1 / FAILING, 2);
  });
});
