import { expect, it } from '@jest/globals';
import { readWaitingOperations } from '../../../src/adapters/postgres/health/waiting-operations.ts';
import { createLaneStore } from '../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../src/adapters/postgres/operations/operation-store.ts';
import type { OperationHold } from '../../../src/core/operations/operation.ts';
import { ids } from '../../../src/runtime/ids.ts';
import { entryChange } from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const CHAIN = 31_337n;

const opened = sharedByTests(openTestDatabase);
const newOperation = (signer: string) => ({
  id: ids.next('opn'),
  providerKey: `0x${'1'.repeat(64)}`,
  signer,
  call: entryChange(`0x${'2'.repeat(64)}`, 1, 1),
});

it('a lane is held since the first time of its hold, until it has none', async () => {
  const { sql } = opened.database;
  const lanes = createLaneStore(sql, CHAIN);
  await createOperationStore(sql, CHAIN).add([newOperation('0xsigner')]);
  const [lane] = await lanes.take('first', 60_000);
  /** Holds the lane, as if so many seconds had passed since. */
  const hold = async (reason: OperationHold | null, seconds: number) => {
    await lanes.hold(lane!, reason);
    await opened.database.execute(`update chain_lane set held_at = held_at - interval '${seconds} seconds'`);
    const [{ heldFor } = { heldFor: undefined }] = await readWaitingOperations(sql);
    return typeof heldFor === 'number' ? Math.floor(heldFor / 100) : heldFor;
  };
  expect(await hold('RPC_DOWN', 100)).toBe(1);
  expect(await hold('RPC_DOWN', 100)).toBe(2);
  expect(await hold('GAS_TOO_HIGH', 300)).toBe(3);
  expect(await hold(null, 100)).toBeNull();
  expect(await hold('RPC_DOWN', 0)).toBe(0);
});

it('a lane whose mined operations the node does not let confirm waits since it was held', async () => {
  const { sql } = opened.database;
  const chain = CHAIN + 1n;
  const lanes = createLaneStore(sql, chain);
  const operation = newOperation('0xmined');
  await createOperationStore(sql, chain).add([operation]);
  const [lane] = await lanes.take('first', 60_000);
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const sent = { nonce: 0, to: '0x', data: '0x', gasLimit: 1, ...fees, operationIds: [operation.id] };
  const [id] = await lanes.reserve(lane!, [sent]);
  const block = { blockNumber: 1, blockHash: `0x${'3'.repeat(64)}`, hash: `0x${'4'.repeat(64)}` };
  const outcomes = [{ id: operation.id, error: null, result: {} }];
  await lanes.saveMined(lane!, [{ id: id!, state: 'MINED', ...block, outcomes }]);
  await opened.database.execute(`update operation set created_at = now() - interval '300 seconds'`);
  /** What waits once the lane has been held for ten seconds. */
  const waitWith = async (reason: OperationHold | null) => {
    await lanes.hold(lane!, null);
    await lanes.hold(lane!, reason);
    await opened.database.execute(
      `update chain_lane set held_at = held_at - interval '10 seconds' where signer = '0xmined'`,
    );
    const waiting = await readWaitingOperations(sql);
    const found = waiting.find((each) => each.reason === reason);
    return found && { ...found, oldest: Math.floor(found.oldest / 10), heldFor: null };
  };
  const waits = { lanes: 1, operations: 1, oldest: 1, nonceGap: 0, heldFor: null };
  expect(await waitWith('RPC_LAGGING')).toEqual({ reason: 'RPC_LAGGING', ...waits });
  expect(await waitWith('INSUFFICIENT_FUNDS')).toBeUndefined();
  expect(await waitWith(null)).toBeUndefined();

  await lanes.hold(lane!, 'RPC_LAGGING');
  await lanes.confirm(lane!, [id!]);
  expect(await waitWith('RPC_LAGGING')).toBeUndefined();
});
