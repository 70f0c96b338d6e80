import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import type { Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from './support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from './support/test-database.ts';

const LEASE_MS = 500;
const HOUR_MS = 3_600_000;

let chain: TestChain;
let opened: OpenTestDatabase;
let outbox: Outbox;
let giveaway: string;
let headPolls = 0;
beforeAll(async () => {
  [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()]);
  await chain.mintPassports(1);
  giveaway = await chain.createGiveaway('quiet');
  const rpc: Rpc = {
    ...chain.rpc,
    call(method, parameters = []) {
      if (method === 'eth_getBlockByNumber' && parameters[0] === 'latest') headPolls += 1;
      return chain.rpc.call(method, parameters);
    },
  };
  const settings = { leaseMs: LEASE_MS, quietPollMs: HOUR_MS };
  outbox = startTestOutbox(chain, { ...partsOf(chain, opened.database), rpc, ...settings });
});
afterAll(async () => {
  await outbox.stop();
  await opened.close();
  await chain.stop();
});

async function issue() {
  const operation = newOperation(chain, entryChange(giveaway, 1, 1));
  await outbox.operations.submit([operation]);
  const [response] = await outbox.operations.wait([operation.id], 10_000);
  return response?.status;
}

/** Resolves when the newest block is no longer polled. */
async function untilQuiet(): Promise<void> {
  let before = Number.NaN;
  await eventually(
    async () => {
      const polls = headPolls - before;
      before = headPolls;
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
      return polls;
    },
    (polls) => polls === 0,
  );
}

it('follows the blocks again for an operation of a lane that was quiet', async () => {
  expect(await issue()).toBe('CONFIRMED');
  await untilQuiet();

  await chain.rpc.call('evm_setAutomine', [false]);
  await chain.rpc.call('evm_setIntervalMining', [1]);
  expect(await issue()).toBe('CONFIRMED');
});
