import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toDraft } from '../../../../src/adapters/chain/outbox/submit/group.ts';
import type { Outbox } from '../../../../src/adapters/chain/outbox/outbox.ts';
import { createRpc } from '../../../../src/adapters/chain/rpc/rpc.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import type { OperationStatus } from '../../../../src/core/operations/operation.ts';
import { startTestChain, type TestChain } from '../../../support/chain/anvil.ts';
import { eventually } from '../../../support/eventually.ts';
import { findFreePort } from '../../../support/gateway/process.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../../support/database/open-database.ts';

describe('an outbox that waits for three confirmations', () => {
  let chain: TestChain;
  let opened: OpenTestDatabase;
  let outbox: Outbox;
  let giveaway: string;
  beforeAll(async () => {
    [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()]);
    await chain.mintPassports(2);
    giveaway = await chain.createGiveaway('confirmations');
    outbox = startTestOutbox(chain, { ...partsOf(chain, opened.database), confirmations: 3 });
  });
  afterAll(async () => {
    await outbox.stop();
    await opened.close();
    await chain.stop();
  });

  const submit = async (call: ChainCall) => {
    const operation = newOperation(chain, call);
    await outbox.operations.submit([operation]);
    return operation.id;
  };
  const reach = (id: string, status: OperationStatus) =>
    eventually(
      () => outbox.operations.find(id),
      (found) => found?.status === status,
    );
  const mine = (blocks: number) => chain.rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]);

  it('reports mined, confirmed and final', async () => {
    const id = await submit(entryChange(giveaway, 1, 1));
    expect(await reach(id, 'MINED')).toMatchObject({ status: 'MINED', result: { entries: 1 } });
    await mine(1);
    const [early] = await outbox.operations.wait([id], 300);
    expect(early?.status).toBe('MINED');
    await mine(1);
    expect(await reach(id, 'CONFIRMED')).toMatchObject({ status: 'CONFIRMED' });
    await mine(100);
    expect(await reach(id, 'FINALIZED')).toMatchObject({ status: 'FINALIZED', result: { entries: 1 } });
  });

  it('repeats with more gas an operation that ran out of it, even when another owner finds it', async () => {
    await outbox.stop();
    const signer = chain.signers[0]?.address ?? '';
    const operation = newOperation(chain, entryChange(giveaway, 2, 1));
    const { operationStore, laneStore } = partsOf(chain, opened.database);
    await operationStore.add([operation]);
    const lane = (await laneStore.take('another', 60_000)).find((each) => each.signer === signer);
    if (!lane) throw new Error('The lane was not taken.');
    const { data } = toDraft(await laneStore.queued(lane, [], 1));
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
    const nonce = Number(await chain.rpc.call('eth_getTransactionCount', [signer, 'latest']));
    const transaction = {
      ...fees,
      nonce,
      to: chain.hub,
      data,
      gasLimit: 60_000,
      operationIds: [operation.id],
    };
    await laneStore.reserve(lane, [transaction]);
    await laneStore.release([lane]);

    const start = () =>
      startTestOutbox(chain, { ...partsOf(chain, opened.database), confirmations: 3, leaseMs: 500 });
    outbox = start();
    const short = await reach(operation.id, 'MINED');
    await outbox.stop();
    outbox = start();
    await mine(2);
    const again = await eventually(
      () => outbox.operations.find(operation.id),
      (found) => found?.status === 'MINED' && found.transactionHash !== short?.transactionHash,
    );
    await mine(2);
    expect(await reach(operation.id, 'CONFIRMED')).toMatchObject({
      transactionHash: again?.transactionHash,
      result: { entries: 1 },
    });
  });

  it('reports a failure on the chain only at that depth', async () => {
    // The simulation accepts both; when the second is mined, no entry is left.
    await chain.rpc.call('evm_setAutomine', [false]);
    const first = await submit(entryChange(giveaway, 1, 1, { remove: true }));
    await reach(first, 'SENT');
    const second = await submit(entryChange(giveaway, 1, 1, { remove: true }));
    await reach(second, 'SENT');
    await eventually(
      () => chain.rpc.call('txpool_status'),
      (pool) => Number((pool as { readonly pending: string }).pending) === 2,
    );
    await mine(1);
    expect(await reach(second, 'MINED')).toMatchObject({ status: 'MINED', error: null });
    await mine(2);
    await chain.rpc.call('evm_setAutomine', [true]);
    expect(await reach(first, 'CONFIRMED')).toMatchObject({ status: 'CONFIRMED', result: { entries: 0 } });
    expect(await reach(second, 'FAILED')).toMatchObject({
      status: 'FAILED',
      error: { code: 'CONTRACT_REVERT', reason: 'NOT_ENOUGH_ENTRIES', values: { entries: 0, amount: 1 } },
    });
  });
});

describe('an outbox whose node does not answer', () => {
  it('accepts operations, says why they wait, and carries them out when the node answers again', async () => {
    const [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()]);
    await chain.mintPassports(1);
    const giveaway = await chain.createGiveaway('away');
    const parts = partsOf(chain, opened.database);
    const away = createRpc(`http://127.0.0.1:${await findFreePort()}`, 500);
    let isAway = true;
    const outbox = startTestOutbox(chain, {
      ...parts,
      rpc: {
        call: (...args) => (isAway ? away : chain.rpc).call(...args),
        batch: (calls) => (isAway ? away : chain.rpc).batch(calls),
      },
    });
    const { id } = await (async () => {
      const operation = newOperation(chain, entryChange(giveaway, 1, 4));
      await outbox.operations.submit([operation]);
      return operation;
    })();
    const waiting = await eventually(
      () => outbox.operations.find(id),
      (found) => found?.hold === 'RPC_DOWN',
    );
    expect(waiting).toMatchObject({ status: 'QUEUED', hold: 'RPC_DOWN', error: null });

    isAway = false;
    const [response] = await outbox.operations.wait([id], 10_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', hold: null, result: { entries: 4 } });
    await outbox.stop();
    await opened.close();
    await chain.stop();
  });
});
