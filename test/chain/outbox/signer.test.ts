import { beforeAll, describe, expect, it } from '@jest/globals';
import { JsonRpcProvider, toBeHex } from 'ethers';
import { startTestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { findViolations, readOperationKeys, type Signature } from '../../support/chain/history.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

describe('the wallet of a signer', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 3 }));
  const opened = sharedByTests(openTestDatabase);
  const outbox = sharedByTests(async () =>
    startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      bumpAfterBlocks: 2,
      note: (event) => events.push(event),
    }),
  );
  let giveaway: string;
  const signed: Signature[] = [];
  const events: string[] = [];
  beforeAll(async () => {
    await chain.mintPassports(3);
    giveaway = await chain.createGiveaway('wallets');
  });

  const settle = async (passportId: number, signer: string | undefined) => {
    const operation = newOperation(chain, entryChange(giveaway, passportId, 1), signer);
    await outbox.operations.submit([operation]);
    const [response] = await outbox.operations.wait([operation.id], 10_000);
    return response;
  };
  const nonceOf = async (address: string) =>
    Number(await chain.rpc.call('eth_getTransactionCount', [address, 'latest']));

  it('refuses an operation without funds, says what it needs and uses no nonce; works again once it is funded', async () => {
    const address = chain.signers[0]?.address ?? '';
    await chain.rpc.call('anvil_setBalance', [address, '0x0']);

    const refused = await settle(1, address);

    expect(refused).toMatchObject({
      status: 'FAILED',
      error: { code: 'INSUFFICIENT_FUNDS', values: { address, balance: '0', symbol: 'ETH' } },
    });
    expect(Number(refused?.error?.values?.['needed'])).toBeGreaterThan(0);
    expect([await nonceOf(address), signed]).toEqual([0, []]);

    await chain.rpc.call('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    expect(await settle(1, address)).toMatchObject({ status: 'CONFIRMED', result: { entries: 1 } });
    expect(await nonceOf(address)).toBe(1);
  });

  it.each([
    ['one of two that are submitted at once, when it can pay for one', 105n, 1],
    [
      'two that are submitted at once one after the other, when it can pay for less than two together',
      170n,
      2,
    ],
    ['three that are submitted at once, when it can pay for all', 1_000n, 3],
  ])('carries out %s, and refuses others with true figures', async (_what, percent, carriedOut) => {
    const address = chain.signers[0]?.address ?? '';
    await chain.rpc.call('anvil_setBalance', [address, '0x0']);
    const needed = BigInt((await settle(1, address))?.error?.values?.['needed'] ?? 0);
    await chain.rpc.call('anvil_setBalance', [address, toBeHex((needed * percent) / 100n)]);

    const operations = [1, 2, 3]
      .slice(0, Math.max(2, carriedOut))
      .map((passport) => newOperation(chain, entryChange(giveaway, passport, 1), address));
    await outbox.operations.submit(operations);
    const responses = await outbox.operations.wait(
      operations.map(({ id }) => id),
      10_000,
    );
    await chain.rpc.call('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    expect(responses.filter((response) => response?.status === 'CONFIRMED')).toHaveLength(carriedOut);
    for (const response of responses) {
      if (response?.status === 'CONFIRMED') continue;
      expect(response).toMatchObject({ status: 'FAILED', error: { code: 'INSUFFICIENT_FUNDS' } });
      const { balance, needed: short } = response?.error?.values ?? {};
      expect(BigInt(balance ?? 0)).toBeLessThan(BigInt(short ?? 0));
    }
  });

  it('continues behind a transaction that its owner sent from outside while it was idle', async () => {
    const wallet = chain.signers[1];
    const provider = new JsonRpcProvider(chain.url, undefined, { cacheTimeout: -1, pollingInterval: 20 });
    expect((await settle(1, wallet?.address))?.status).toBe('CONFIRMED');
    for (let count = 0; count < 2; count += 1)
      await (await wallet?.connect(provider).sendTransaction({ to: wallet.address }))?.wait();
    provider.destroy();

    expect((await settle(2, wallet?.address))?.status).toBe('CONFIRMED');
    expect(events).toContain('outside-use');
    expect(await nonceOf(wallet?.address ?? '')).toBe(4);
  });

  it('proves that a nonce was used from outside, and carries the operation out once with another nonce', async () => {
    const wallet = chain.signers[2];
    const address = wallet?.address ?? '';
    events.length = 0;
    await chain.rpc.call('evm_setAutomine', [false]);
    const operations = [1, 2, 3].map((passport) =>
      newOperation(chain, entryChange(giveaway, passport, 1), address),
    );
    await outbox.operations.submit(operations);
    await eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes('broadcast'),
    );
    // Three times the fee, so that the pool replaces our transaction.
    const fees = { maxFeePerGas: 400_000_000_000n, maxPriorityFeePerGas: 100_000_000_000n };
    const transaction = {
      type: 2,
      chainId: chain.chainId,
      nonce: 0,
      to: address,
      gasLimit: 21_000n,
      ...fees,
    };
    await chain.rpc.call('eth_sendRawTransaction', [await wallet?.signTransaction(transaction)]);
    await chain.rpc.call('evm_mine');
    await eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes('outside-use'),
    );
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');

    const responses = await outbox.operations.wait(
      operations.map(({ id }) => id),
      10_000,
    );
    expect(responses.map((response) => response?.status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect(events).toContain('outside-use');
    const changes = responses.flatMap((response) => response ?? []);
    const violations = await findViolations(chain, {
      accepted: operations.map(({ id }) => id),
      responses: changes,
      keys: await readOperationKeys(opened.database.sql),
    });
    expect(violations.filter((text) => !text.includes('without a request'))).toEqual([]);
  });

  it('waits while the fee is over the cap, and reports the hold', async () => {
    const address = chain.signers[0]?.address ?? '';
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x8bb2c97000']);
    await chain.rpc.call('evm_mine');
    const operation = newOperation(chain, entryChange(giveaway, 2, 1), address);
    await outbox.operations.submit([operation]);
    const waiting = await eventually(
      () => outbox.operations.find(operation.id),
      (found) => found?.hold === 'GAS_TOO_HIGH',
    );
    expect(waiting).toMatchObject({ status: expect.stringMatching(/QUEUED|SENT/), hold: 'GAS_TOO_HIGH' });

    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    await chain.rpc.call('evm_mine');
    const [response] = await outbox.operations.wait([operation.id], 10_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', hold: null });
  });

  it('replaces a transaction that blocks leave out, with a higher fee and the same nonce and call', async () => {
    const address = chain.signers[0]?.address ?? '';
    events.length = 0;
    const from = signed.length;
    await chain.rpc.call('evm_setAutomine', [false]);
    const operation = newOperation(chain, entryChange(giveaway, 3, 1), address);
    await outbox.operations.submit([operation]);
    await eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes('broadcast'),
    );
    // Blocks are mined, and the base fee rises above the offer.
    await chain.rpc.call('anvil_dropAllTransactions');
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x1bf08eb000']);
    await chain.rpc.call('anvil_mine', ['0x3']);
    await eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes('fee-bumped'),
    );
    await chain.rpc.call('anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');

    const [response] = await outbox.operations.wait([operation.id], 10_000);
    expect(response?.status).toBe('CONFIRMED');
    const signatures = signed.slice(from);
    expect(signatures.length).toBeGreaterThan(1);
    expect(new Set(signatures.map(({ nonce, payload }) => `${nonce} ${payload}`)).size).toBe(1);
  });
});
