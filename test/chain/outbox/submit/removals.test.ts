import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { id, ZeroAddress, ZeroHash } from 'ethers';
import type { OutboxEvent } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import type { Outbox } from '../../../../src/adapters/chain/outbox/outbox.ts';
import { toHex } from '../../../../src/adapters/chain/rpc/block.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { MAX_TRANSACTION_GAS } from '../../../../src/core/chain/transaction-gas.ts';
import { keyOf, startTestChain, type TestChain } from '../../../support/chain/anvil.ts';
import { mintItem } from '../../../support/chain/provision.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../../support/database/open-database.ts';

jest.setTimeout(300_000);

const DAY = 86_400;
/** As many rounds as a removal may touch. */
const ROUNDS = 32;
const PASSPORTS = 64;
const NAME = 'carrying';
const WAIT_MS = 240_000;

let chain: TestChain;
let opened: OpenTestDatabase;
let outbox: Outbox;
let giveaway: string;
const events: OutboxEvent[] = [];

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000);
  // The last of the rounds is open now.
  const start = now - ROUNDS * DAY + DAY / 2;
  [chain, opened] = await Promise.all([
    startTestChain({ flags: ['--timestamp', String(start - DAY), '--hardfork', 'osaka'] }),
    openTestDatabase(),
  ]);
  giveaway = keyOf(chain.providerKey, NAME);
  await prepareRounds(start);
  outbox = startTestOutbox(chain, {
    ...partsOf(chain, opened.database),
    note: (event) => void events.push(event),
  });
});
afterAll(async () => {
  await outbox.stop();
  await opened.close();
  await chain.stop();
});

/** Each passport gets an entry in every round; all rounds but the last one are decided. */
async function prepareRounds(start: number): Promise<void> {
  const send = async (method: string, ...values: readonly unknown[]) => {
    const sent = await chain.contract.getFunction(method)(...values, { gasLimit: MAX_TRANSACTION_GAS });
    await sent.wait();
  };
  await send('createGiveaway', chain.providerKey, {
    externalId: NAME,
    startTime: start,
    endTime: 0,
    determination: 0,
    requiresHandshake: false,
    providerPaysReceiptGas: true,
    entriesCarryOver: true,
    everyDays: 1,
    activeDays: 1,
    beacon: ZeroAddress,
    beaconMargin: 0,
    metadataHash: ZeroHash,
    metadataUri: '',
  });
  const passports = Array.from({ length: PASSPORTS }, (_, index) => index + 1);
  const minted = passports.map((number) =>
    mintItem(id(`passport ${number}`), chain.signers[0]?.address ?? '', 0),
  );
  await send('provisionBatch', chain.providerKey, minted);
  for (let round = 0; round < ROUNDS; round += 1) {
    await chain.rpc.call('evm_setNextBlockTimestamp', [toHex(start + round * DAY + 60)]);
    if (round > 0) await send('declareWinner', giveaway, round - 1, 1);
    await send(
      'changeEntriesBatch',
      giveaway,
      passports.map((passportId) => ({
        opKey: id(`entry of ${passportId} in ${round}`),
        passportId,
        amount: 1,
        remove: false,
        reasonCode: 0,
        evidence: ZeroHash,
        expectedOwner: ZeroAddress,
      })),
    );
  }
}

async function carryOut(calls: readonly ChainCall[]) {
  const operations = calls.map((call) => newOperation(chain, call));
  await outbox.operations.submit(operations);
  const responses = await outbox.operations.wait(
    operations.map((operation) => operation.id),
    WAIT_MS,
  );
  const hashes = [...new Set(responses.flatMap((response) => response?.transactionHash ?? []))];
  const gas = await Promise.all(
    hashes.map(async (hash) => {
      const [sent, receipt] = (await Promise.all(
        ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) =>
          chain.rpc.call(method, [hash]),
        ),
      )) as [{ readonly gas: string }, { readonly gasUsed: string }];
      return { limit: Number(sent.gas), used: Number(receipt.gasUsed) };
    }),
  );
  return { outcomes: responses.map((response) => response?.error?.reason ?? response?.status), gas };
}

it('removes entries of many rounds from many passports at once, and no transaction runs out of gas', async () => {
  const { outcomes, gas } = await carryOut(
    Array.from({ length: PASSPORTS }, (_, index) =>
      entryChange(giveaway, index + 1, ROUNDS, { remove: true }),
    ),
  );
  expect(outcomes).toEqual(Array.from({ length: PASSPORTS }, () => 'CONFIRMED'));
  expect(gas.reduce((sum, { used }) => sum + used, 0)).toBeGreaterThan(MAX_TRANSACTION_GAS);
  expect(gas.length).toBeLessThan(PASSPORTS / 4);
  // The state may be dearer to change when a transaction is mined.
  for (const { limit, used } of gas) expect(used).toBeLessThan(limit * 0.9);
  expect(events).not.toContain('out-of-gas');
  for (const round of [0, ROUNDS - 1])
    expect(await chain.contract.getFunction('entriesOf')(giveaway, round, PASSPORTS)).toBe(0n);
});

it('issues entries in one transaction afterwards', async () => {
  const { outcomes, gas } = await carryOut(
    Array.from({ length: PASSPORTS }, (_, index) => entryChange(giveaway, index + 1, 1)),
  );
  expect(outcomes).toEqual(Array.from({ length: PASSPORTS }, () => 'CONFIRMED'));
  expect(gas).toHaveLength(1);
});
