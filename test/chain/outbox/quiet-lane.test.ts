import { beforeAll, expect, it } from '@jest/globals';
import type { Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const LEASE_MS = 500;
const HOUR_MS = 3_600_000;

const chain = sharedByTests(startTestChain);
const opened = sharedByTests(openTestDatabase);
const outbox = sharedByTests(async () => {
  const rpc: Rpc = {
    ...chain.rpc,
    call(method, parameters = []) {
      if (method === 'eth_getBlockByNumber' && parameters[0] === 'latest') headPolls += 1;
      return chain.rpc.call(method, parameters);
    },
  };
  const settings = { leaseMs: LEASE_MS, quietPollMs: HOUR_MS };
  return startTestOutbox(chain, { ...partsOf(chain, opened.database), rpc, ...settings });
});
let giveaway: string;
let headPolls = 0;
beforeAll(async () => {
  await chain.mintPassports(1);
  giveaway = await chain.createGiveaway('quiet');
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
