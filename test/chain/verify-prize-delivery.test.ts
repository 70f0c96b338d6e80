import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { id, Wallet, ZeroAddress } from 'ethers';
import { createProofChains } from '../../src/adapters/chain/hub/proof-chains.ts';
import { createDeliveryChecks } from '../../src/adapters/postgres/providers/delivery-checks.ts';
import type { Operation } from '../../src/core/operations/operation.ts';
import type { DeliveryChecks } from '../../src/core/prizes/delivery-checks.ts';
import type { ProofChains } from '../../src/core/prizes/proof-chains.ts';
import { verifyPrizeDelivery } from '../../src/core/prizes/verify-prize-delivery.ts';
import { startTestChain, type TestChain } from '../support/chain/anvil.ts';
import { findFreePort } from '../support/gateway/process.ts';
import { openTestDatabase, type OpenTestDatabase } from './outbox/support/test-database.ts';

const HOUR = 3_600;
const ADDED = new Date('2026-11-01T12:00:00Z');

let opened: OpenTestDatabase;
let chain: TestChain;
let deliveryChecks: DeliveryChecks;
let proofChains: ProofChains;
beforeAll(async () => {
  [opened, chain] = await Promise.all([openTestDatabase(), startTestChain()]);
  deliveryChecks = createDeliveryChecks(opened.database.sql);
  const away = `http://127.0.0.1:${await findFreePort()}`;
  proofChains = createProofChains({
    urls: new Map([[10, away]]),
    own: { rpc: chain.rpc, confirmations: 1 },
  });
});
afterAll(async () => {
  await chain.stop();
  await opened.close();
});
beforeEach(() => opened.database.sql.query({ name: '', text: 'delete from prize_delivery_check' }, []));

/** An operation that recorded a delivery whose proof does not exist on its chain. */
function recorded(changes: Partial<Operation> = {}, proofChainId = Number(chain.chainId)): Operation {
  return {
    id: 'opn_1',
    providerKey: id('provider'),
    signer: Wallet.createRandom().address,
    call: {
      kind: 'record-prize-delivery',
      giveaway: id('giveaway'),
      round: 0,
      assetContract: ZeroAddress,
      recipient: Wallet.createRandom().address,
      proofChainId,
      proofTransactionHash: id('proof'),
      proofUri: 'http://127.0.0.1:1/never-opened',
    },
    request: null,
    status: 'FINALIZED',
    error: null,
    result: null,
    requestedBy: null,
    hold: null,
    transactionHash: id('recording'),
    blockNumber: 7,
    confirmations: 100,
    createdAt: ADDED,
    updatedAt: ADDED,
    ...changes,
  };
}

/** Runs the job this many seconds after it was added. */
function verify(operation: Operation | undefined, seconds = 0): Promise<void> {
  const ports = {
    clock: { now: () => new Date(ADDED.getTime() + seconds * 1_000) },
    deliveryChecks,
    proofChains,
    operations: {
      find: async () => operation,
      submit: () => Promise.reject(new Error('Nothing is submitted here.')),
      wait: () => Promise.reject(new Error('Nobody waits here.')),
    },
  };
  return verifyPrizeDelivery(ports, { operationId: 'opn_1', addedAt: ADDED });
}

const storedChecks = async () => {
  const text = `select delivery_transaction_hash, verdict, settled_at is not null from prize_delivery_check
    order by begun_at`;
  return opened.database.sql.query({ name: '', text }, []);
};
const notDue = (afterSeconds: unknown = expect.any(Number)) => ({ name: 'JobNotDue', afterSeconds });

describe('the check of a prize delivery', () => {
  it('waits for the operation, which may be stored after the job', async () => {
    await expect(verify(undefined)).rejects.toMatchObject(notDue());
    await expect(verify(undefined, HOUR - 1)).rejects.toMatchObject(notDue());
    await verify(undefined, HOUR);
    expect(await storedChecks()).toEqual([]);
  });

  it.each(['QUEUED', 'SENT', 'MINED'] as const)('waits while the operation is %s', async (status) => {
    await expect(verify(recorded({ status }), 48 * HOUR)).rejects.toMatchObject(notDue(600));
    expect(await storedChecks()).toEqual([]);
  });

  it('ends with an operation that failed', async () => {
    await verify(recorded({ status: 'FAILED' }));
    expect(await storedChecks()).toEqual([]);
  });

  it('gives a proof one day to appear', async () => {
    await expect(verify(recorded(), 10)).rejects.toMatchObject(notDue(2));
    await expect(verify(recorded(), 24 * HOUR)).rejects.toMatchObject(notDue(600));
    expect(await storedChecks()).toEqual([[id('recording'), null, false]]);
    await verify(recorded(), 24 * HOUR + 10);
    expect(await storedChecks()).toEqual([[id('recording'), 'UNVERIFIABLE', true]]);
  });

  it('settles at once when no node of the chain is configured', async () => {
    await verify(recorded({}, 999));
    expect(await storedChecks()).toEqual([[id('recording'), 'UNVERIFIABLE', true]]);
  });

  it('is not settled by a node that does not answer, however long it takes', async () => {
    for (const seconds of [0, 48 * HOUR])
      await expect(verify(recorded({}, 10), seconds)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(await storedChecks()).toEqual([[id('recording'), null, false]]);
  });

  it('is separate for every recording of a delivery, as corrections and reorganisations make them', async () => {
    const first = recorded({ status: 'CONFIRMED' }, 999);
    await expect(verify(first)).rejects.toMatchObject(notDue());
    expect(await storedChecks()).toEqual([[id('recording'), 'UNVERIFIABLE', true]]);
    const second = recorded({ transactionHash: id('other recording') });
    await expect(verify(second, 600)).rejects.toMatchObject(notDue());
    const checkOfFirst = [id('recording'), 'UNVERIFIABLE', true];
    expect(await storedChecks()).toEqual([checkOfFirst, [id('other recording'), null, false]]);
    const other = {
      giveawayId: `gwy_${id('giveaway').slice(2)}`,
      round: 0,
      transactionHash: id('other recording'),
    };
    await deliveryChecks.settle(other, 'VERIFIED', ADDED);
    expect(await storedChecks()).toEqual([checkOfFirst, [id('other recording'), 'VERIFIED', true]]);
  });

  it('keeps its verdict, and ends when the recording is final', async () => {
    await expect(verify(recorded({ status: 'CONFIRMED' }, 999))).rejects.toMatchObject(notDue(600));
    // Otherwise the proof would be checked again.
    await verify(recorded({ status: 'FINALIZED' }), 600);
    expect(await storedChecks()).toEqual([[id('recording'), 'UNVERIFIABLE', true]]);
  });
});
