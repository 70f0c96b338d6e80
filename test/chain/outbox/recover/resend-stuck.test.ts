import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import type { OutboxSettings, SentTransaction } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import {
  mineByHand,
  sendAccepted,
  takeLane,
  tip,
  useNonceOutside,
  type SteppedLane,
} from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('a transaction that no block contains', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 4 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  const index = mineByHand(chain);
  beforeAll(async () => {
    await chain.mintPassports(1);
    giveaway = await chain.createGiveaway('stuck');
  });

  /** Sends a transaction that the node then forgets. */
  const loseOne = async (settings: Partial<OutboxSettings>) => {
    const signer = chain.signers[index()]?.address ?? '';
    const lane = await takeLane(chain, opened.database, signer, entryChange(giveaway, 1, 1), settings);
    await sendAccepted(lane);
    await chain.rpc.call('anvil_dropAllTransactions');
    const [transaction] = lane.state.sent.values();
    return { ...lane, transaction: transaction as SentTransaction };
  };
  const resend = ({ context, state }: SteppedLane) => resendStuck(context, state, tip);

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
    await useNonceOutside(chain, chain.signers[index()] as Wallet);
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
