import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import {
  createTestSigner,
  entryChange,
  newOperation,
  partsOf,
  startTestOutbox,
  type OutboxOptions,
} from './support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';

describe('an instance without the key of a signer', () => {
  let chain: TestChain;
  let opened: OpenTestDatabase;
  let giveaway: string;
  const running: Outbox[] = [];
  beforeAll(async () => {
    [chain, opened] = await Promise.all([startTestChain({ signers: 2 }), openTestDatabase()]);
    await chain.mintPassports(1);
    giveaway = await chain.createGiveaway('keys');
  });
  afterAll(async () => {
    await Promise.all(running.map((outbox) => outbox.stop()));
    await opened.close();
    await chain.stop();
  });

  function start(options: Partial<OutboxOptions> = {}): Outbox {
    const outbox = startTestOutbox(chain, { ...partsOf(chain, opened.database), ...options });
    running.push(outbox);
    return outbox;
  }

  it('leaves the lane to an instance that has it, and meanwhile says that the signer is paused', async () => {
    const keyless = start({ signer: createTestSigner([]) });
    const operation = newOperation(chain, entryChange(giveaway, 1, 1));
    await keyless.operations.submit([operation]);
    const waiting = await eventually(
      () => keyless.operations.find(operation.id),
      (found) => found?.hold === 'SIGNER_PAUSED',
    );
    expect(waiting).toMatchObject({ status: 'QUEUED', hold: 'SIGNER_PAUSED' });
    expect(await chain.rpc.call('eth_getTransactionCount', [operation.signer, 'latest'])).toBe('0x0');

    start();
    const [response] = await keyless.operations.wait([operation.id], 10_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', hold: null });
  });

  it('leaves the lane when it loses the key at work, and the other instance sends the same transaction', async () => {
    const [, second] = chain.signers;
    await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
    let hasKey = true;
    const own = createTestSigner(chain.signers);
    const losing = start({
      signer: {
        canSign: async (address) => hasKey && own.canSign(address),
        async signTransactions(address, transactions) {
          hasKey = false;
          await after(0);
          throw new Error(`The key of ${address} was taken away with ${transactions.length} to sign.`);
        },
      },
    });
    const operation = newOperation(chain, entryChange(giveaway, 1, 1), second?.address);
    await losing.operations.submit([operation]);
    expect(
      await eventually(
        async () => hasKey,
        (has) => !has,
      ),
    ).toBe(false);
    start();
    const [response] = await losing.operations.wait([operation.id], 20_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', hold: null });
    expect(await chain.rpc.call('eth_getTransactionCount', [operation.signer, 'latest'])).toBe('0x1');
  });
});
