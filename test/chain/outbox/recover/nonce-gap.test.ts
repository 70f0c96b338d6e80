import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { eventually } from '../../../support/eventually.ts';
import { findStoredViolations, type Signature } from '../../../support/chain/history.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../support/harness.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

// More than any offer of the outbox, so that a pool prefers it.
const HIGH_FEES = { maxFeePerGas: 400_000_000_000n, maxPriorityFeePerGas: 100_000_000_000n };

describe('a reorganisation that removes an outside use of a nonce', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 2 }));
  const opened = sharedByTests(openTestDatabase);
  const outbox = sharedByTests(async () =>
    startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      note: (event) => events.push(event),
    }),
  );
  let giveaway: string;
  let events: string[];
  let signed: Signature[];
  const accepted: string[] = [];
  let wallet: Wallet | undefined;
  beforeAll(async () => {
    await chain.mintPassports(2);
    giveaway = await chain.createGiveaway('gap');
  });
  beforeEach(async () => {
    // Each test has its own signer, and the giveaway is deep enough to survive every reorganisation.
    wallet = chain.signers[wallet ? 1 : 0];
    [events, signed] = [[], []];
    await chain.rpc.call('anvil_mine', ['0x10']);
  });

  const useOutside = async () => {
    const to = wallet?.address ?? '';
    const transaction = { type: 2, chainId: chain.chainId, nonce: 0, to, gasLimit: 21_000n, ...HIGH_FEES };
    await chain.rpc.call('eth_sendRawTransaction', [await wallet?.signTransaction(transaction)]);
  };
  const hasSeen = (event: string) =>
    eventually(
      () => Promise.resolve(events),
      (seen) => seen.includes(event),
    );
  const submit = async () => {
    const operation = newOperation(chain, entryChange(giveaway, 1, 1), wallet?.address);
    await outbox.operations.submit([operation]);
    accepted.push(operation.id);
    return operation.id;
  };

  it('leaves a gap below our nonce, which an empty transaction fills', async () => {
    await useOutside();
    const id = await submit();
    const [before] = await outbox.operations.wait([id], 10_000);
    expect(before?.status).toBe('CONFIRMED');

    await chain.rpc.call('anvil_reorg', [2, []]);

    await hasSeen('gap-filled');
    const responses = (await outbox.operations.wait(accepted, 10_000)).flatMap((response) => response ?? []);
    expect(responses.map(({ status }) => status)).toEqual(['CONFIRMED']);
    expect(await findStoredViolations(chain, opened.database, { accepted, responses, signed })).toEqual([]);
  });

  it('restores a transaction that was given up, and its operation still happens once', async () => {
    await chain.rpc.call('evm_setAutomine', [false]);
    const id = await submit();
    await hasSeen('broadcast');
    await useOutside();
    await chain.rpc.call('evm_mine');
    await hasSeen('outside-use');
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');
    const [before] = await outbox.operations.wait([id], 10_000);
    expect(before?.status).toBe('CONFIRMED');

    await chain.rpc.call('anvil_reorg', [8, []]);

    await hasSeen('gap-filled');
    const confirmed = await eventually(
      () => outbox.operations.find(id),
      (found) => found?.status === 'CONFIRMED' && found.transactionHash !== before?.transactionHash,
    );
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', result: { round: 0 } });
    const responses = (await outbox.operations.wait(accepted, 10_000)).flatMap((response) => response ?? []);
    expect(await findStoredViolations(chain, opened.database, { accepted, responses, signed })).toEqual([]);
  });
});
