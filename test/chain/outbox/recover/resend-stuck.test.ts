import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { broadcast } from '../../../../src/adapters/chain/outbox/broadcast/broadcast.ts';
import type { OutboxSettings, SentTransaction } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import { takeLane, tip, type SteppedLane } from '../support/lane.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('a transaction that no block contains', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 4 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  let index = -1;
  beforeAll(async () => {
    await chain.mintPassports(1);
    giveaway = await chain.createGiveaway('stuck');
  });
  beforeEach(async () => {
    index += 1;
    await chain.rpc.call('evm_setAutomine', [false]);
  });
  afterEach(() => chain.rpc.call('evm_setAutomine', [true]));

  /** Sends a transaction that the node then forgets. */
  const loseOne = async (settings: Partial<OutboxSettings>) => {
    const signer = chain.signers[index]?.address ?? '';
    const lane = await takeLane(chain, opened.database, signer, entryChange(giveaway, 1, 1), settings);
    await submit(lane.context, lane.state, tip, () => undefined);
    await broadcast(lane.context, lane.state);
    await chain.rpc.call('anvil_dropAllTransactions');
    const [transaction] = lane.state.sent.values();
    return { ...lane, transaction: transaction as SentTransaction };
  };
  const resend = ({ context, state }: SteppedLane) => resendStuck(context, state, tip);
  /** The owner of the key uses the transaction's nonce from outside. */
  const useNonceOutside = async () => {
    const wallet = chain.signers[index] as Wallet;
    const fees = { maxFeePerGas: 400_000_000_000n, maxPriorityFeePerGas: 100_000_000_000n };
    const fields = {
      type: 2,
      chainId: chain.chainId,
      nonce: 0,
      to: wallet.address,
      gasLimit: 21_000n,
      ...fees,
    };
    await chain.rpc.call('eth_sendRawTransaction', [await wallet.signTransaction(fields)]);
  };

  it('is sent again after the time that is set for that, not before', async () => {
    const lane = await loseOne({ rebroadcastMs: 500 });
    lane.clock.ms += 499;
    expect([await resend(lane), lane.transaction.accepted]).toEqual([false, 1]);
    lane.clock.ms += 1;
    expect([await resend(lane), lane.transaction.accepted]).toEqual([true, 0]);
    expect(lane.transaction.attempts).toHaveLength(1);
  });

  it('offers more after the number of blocks that is set for that, not one block before', async () => {
    const lane = await loseOne({ bumpAfterBlocks: 3 });
    await lane.mine(2);
    await resend(lane);
    expect(lane.transaction.attempts).toHaveLength(1);
    await lane.mine(1);
    await resend(lane);
    const [first, second] = lane.transaction.attempts;
    expect(second?.maxFeePerGas).toBeGreaterThan(first?.maxFeePerGas ?? 0n);
    expect(lane.events).toContain('fee-bumped');
  });

  it('is given up when another one with its nonce has its confirmations, not one block before', async () => {
    const lane = await loseOne({ confirmations: 3 });
    await useNonceOutside();
    await lane.mine(2);
    await resend(lane);
    expect([...lane.state.sent.values()]).toEqual([lane.transaction]);
    await lane.mine(1);
    await resend(lane);
    expect(lane.state.sent.size).toBe(0);
    expect([lane.state.nextNonce, lane.events.at(-1)]).toEqual([1, 'outside-use']);
    const { context, state } = lane;
    expect(await context.store.queued(state.lane, [], 10)).toHaveLength(1);
  });
});
