import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobNotDue } from '../../../src/core/jobs.ts';
import { verifyPrizeDelivery } from '../../../src/core/prizes/verify-prize-delivery.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const operationId = 'opn_1';
const WALLET = `0x${'1'.repeat(40)}`;

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const accept = () =>
  ports.operations.submit([
    {
      id: operationId,
      providerKey: `0x${'2'.repeat(64)}`,
      signer: WALLET,
      call: {
        kind: 'record-prize-delivery',
        giveaway: `0x${'3'.repeat(64)}`,
        round: 0,
        assetContract: WALLET,
        recipient: WALLET,
        proofChainId: 1,
        proofTransactionHash: `0x${'4'.repeat(64)}`,
        proofUri: '',
      },
    },
  ]);
/** How long the job is to wait; undefined when it is done. */
const verify = () =>
  verifyPrizeDelivery(ports, { operationId, addedAt: START }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof JobNotDue) return error.afterSeconds;
      throw error;
    },
  );
const verdict = () => ports.deliveryChecks.all[0]?.verdict;

describe('the check of a prize delivery', () => {
  it('waits an hour for an operation that was not accepted yet', async () => {
    expect(await verify()).toBe(2);
    ports.clock.advance(3_599);
    expect(await verify()).toBe(360);
    ports.clock.advance(1);
    expect(await verify()).toBeUndefined();
  });

  it('waits for the operation, and does nothing for one that failed', async () => {
    await accept();
    ports.clock.advance(100);
    expect(await verify()).toBe(10);
    const error = { code: 'CONTRACT_REVERT', message: 'No.' } as const;
    ports.operations.settle(operationId, { status: 'FAILED', error });
    expect(await verify()).toBeUndefined();
    expect(ports.proofChains.asked).toBe(0);
  });

  it.each([
    ['DELIVERED', 'VERIFIED'],
    ['NOT_DELIVERED', 'MISMATCH'],
    ['UNKNOWN_CHAIN', 'UNVERIFIABLE'],
  ] as const)('of which the chain says %s comes to %s, and is asked for once', async (finding, expected) => {
    await accept();
    ports.operations.settle(operationId, CONFIRMED);
    ports.proofChains.finding = finding;
    expect(await verify()).toBe(600);
    expect(verdict()).toBe(expected);
    ports.operations.settle(operationId, { status: 'FINALIZED' });
    expect(await verify()).toBeUndefined();
    expect(ports.proofChains.asked).toBe(1);
  });

  it('gives a proof a day to be mined', async () => {
    await accept();
    ports.operations.settle(operationId, { ...CONFIRMED, status: 'FINALIZED' });
    ports.proofChains.finding = 'PENDING';
    expect(await verify()).toBe(2);
    ports.clock.advance(86_399);
    expect(await verify()).toBe(600);
    ports.clock.advance(1);
    expect(await verify()).toBeUndefined();
    expect(verdict()).toBe('UNVERIFIABLE');
  });

  it('is separate for every recording of the round, as corrections and reorganisations make them', async () => {
    await accept();
    ports.operations.settle(operationId, { ...CONFIRMED, status: 'FINALIZED' });
    await verify();
    ports.operations.settle(operationId, { transactionHash: `0x${'9'.repeat(64)}` });
    ports.proofChains.finding = 'NOT_DELIVERED';
    await verify();
    expect(ports.deliveryChecks.all).toMatchObject([
      { verdict: 'VERIFIED' },
      { transactionHash: `0x${'9'.repeat(64)}`, verdict: 'MISMATCH' },
    ]);
  });

  it('is tried again while the chain gives no answer', async () => {
    await accept();
    ports.operations.settle(operationId, CONFIRMED);
    ports.proofChains.isAway = true;
    await expect(verify()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
    expect(verdict()).toBeNull();
  });
});
