import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readWaitingOperations } from '../../../src/adapters/postgres/health/waiting-operations.ts';
import { createLaneStore } from '../../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../../src/adapters/postgres/operations/operation-store.ts';
import type { OperationHold } from '../../../src/core/operations/operation.ts';
import { ids } from '../../../src/runtime/ids.ts';
import { entryChange } from './support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from './support/test-database.ts';

const CHAIN = 31_337n;

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('a lane is held since the first time of its hold, until it has none', async () => {
  const { sql } = opened.database;
  const lanes = createLaneStore(sql, CHAIN);
  const call = entryChange(`0x${'2'.repeat(64)}`, 1, 1);
  const operation = { id: ids.next('opn'), providerKey: `0x${'1'.repeat(64)}`, signer: '0xsigner', call };
  await createOperationStore(sql, CHAIN).add([operation]);
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
