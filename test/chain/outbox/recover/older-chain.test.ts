import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Outbox } from '../../../../src/adapters/chain/outbox/outbox.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { eventually } from '../../../support/eventually.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../support/harness.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const WITHIN_MS = 60_000;

describe('a chain that continues from an older state than the database', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 1 }));
  const opened = sharedByTests(openTestDatabase);
  let outbox: Outbox;
  let giveaway: string;
  let snapshot: unknown;
  let failures: unknown[];
  let passport = 0;
  beforeAll(async () => {
    await chain.mintPassports(4);
    giveaway = await chain.createGiveaway('older');
  });
  beforeEach(async () => {
    passport += 1;
    failures = [];
    start();
    snapshot = await chain.rpc.call('evm_snapshot');
  });
  afterEach(() => outbox.stop());

  const start = () => {
    outbox = startTestOutbox(chain, {
      ...partsOf(chain, opened.database),
      note: (event, facts) => event === 'lane-lost' && failures.push(facts),
    });
  };
  const submit = async () => {
    const operation = newOperation(chain, entryChange(giveaway, passport, 1), chain.signers[0]?.address);
    await outbox.operations.submit([operation]);
    return operation.id;
  };
  const become = (id: string, statuses: readonly string[]) =>
    eventually(
      () => outbox.operations.find(id),
      (found) => statuses.includes(found?.status ?? ''),
      WITHIN_MS,
    );
  const submitThree = async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const id = await submit();
      await become(id, ['CONFIRMED']);
      ids.push(id);
    }
    await chain.rpc.call('anvil_mine', ['0x80']);
    for (const id of ids) expect(await become(id, ['FINALIZED'])).toMatchObject({ status: 'FINALIZED' });
    expect(await chain.entriesOf(giveaway, passport)).toBe(3);
    return ids;
  };
  const expectAll = async (ids: readonly string[]) => {
    const entries = await eventually(
      () => chain.entriesOf(giveaway, passport),
      (found) => found === ids.length,
      WITHIN_MS,
    );
    expect(entries).toBe(ids.length);
    for (const id of ids)
      expect(['CONFIRMED', 'FINALIZED']).toContain((await become(id, ['CONFIRMED', 'FINALIZED']))?.status);
    expect(failures.filter((facts) => JSON.stringify(facts).includes('duplicate key'))).toEqual([]);
  };

  it('gets the transactions again that it lost while their lane was at work', async () => {
    const ids = await submitThree();
    await chain.rpc.call('evm_revert', [snapshot]);
    await expectAll([...ids, await submit()]);
  });

  it('gets the transactions again that it lost while the service was stopped', async () => {
    const ids = await submitThree();
    await outbox.stop();
    await chain.rpc.call('evm_revert', [snapshot]);
    start();
    await expectAll([...ids, await submit()]);
  });

  it('gets them again without a new operation once they are known to be above its newest block', async () => {
    const ids = await submitThree();
    await outbox.stop();
    await chain.rpc.call('evm_revert', [snapshot]);
    const { laneStore } = partsOf(chain, opened.database);
    const newest = Number(await chain.rpc.call('eth_blockNumber'));
    expect(await laneStore.reopenAbove(newest, [chain.hub])).toBe(3);
    start();
    await expectAll(ids);
  });

  it('uses up nonces of an earlier chain, whose operations stay as they were', async () => {
    const ids = await submitThree();
    await outbox.stop();
    await chain.rpc.call('evm_revert', [snapshot]);
    const nonce = Number(
      await chain.rpc.call('eth_getTransactionCount', [chain.signers[0]?.address, 'latest']),
    );
    await opened.database.execute(
      `with earlier as (
        update chain_transaction set to_address = '0x00000000000000000000000000000000000000aA'
        where state = 'FINALIZED' and nonce >= $1 returning id
      ) update chain_attempt set raw = null, hash = null from earlier where transaction_id = earlier.id`,
      [nonce],
    );
    start();
    const id = await submit();
    expect(await become(id, ['CONFIRMED'])).toMatchObject({ status: 'CONFIRMED' });
    expect(await chain.entriesOf(giveaway, passport)).toBe(1);
    for (const earlier of ids)
      expect(await become(earlier, ['CONFIRMED', 'FINALIZED'])).toMatchObject({ error: null });
  });
});
