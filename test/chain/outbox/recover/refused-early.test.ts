import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { toMined } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import {
  mineByHand,
  outcomesOf,
  sendAccepted,
  signOutsideUse,
  takeLane,
  tip,
  type SteppedLane,
} from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const REBROADCAST_MS = 500;

describe('a removal that was mined while another use of the key had replaced its issue', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 3 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  const index = mineByHand(chain);
  beforeAll(async () => {
    await chain.mintPassports(3);
    giveaway = await chain.createGiveaway('refused early');
  });

  const wallet = () => chain.signers[index()] as Wallet;
  const passport = () => index() + 1;
  /**
   * An issue is in a block, and a removal of as many entries is sent. Then another transaction of the key replaces the issue in a
   * reorganisation, and the removal is mined.
   */
  const removeFirst = async (confirmations: number) => {
    const settings = { rebroadcastMs: REBROADCAST_MS, confirmations };
    const issue = entryChange(giveaway, passport(), 2);
    const lane = await takeLane(chain, opened.database, wallet().address, issue, settings);
    await sendAccepted(lane);
    await lane.mine(1);
    await confirm(lane.context, lane.state);
    await lane.accept(entryChange(giveaway, passport(), 2, { remove: true }));
    await sendAccepted(lane);
    expect(lane.state.sent.size).toBe(1);
    await chain.rpc.call('anvil_reorg', [1, [[await signOutsideUse(chain, wallet()), 0]]]);
    await lane.mine(1);
    await confirm(lane.context, lane.state);
    expect(lane.events).toContain('reorged');
    return lane;
  };
  /** Lets the lane work, block by block. */
  const work = async (lane: SteppedLane, rounds: number) => {
    const { context, state } = lane;
    for (let round = 0; round < rounds; round += 1) {
      lane.clock.ms += REBROADCAST_MS;
      await resendStuck(context, state, tip);
      await sendAccepted(lane);
      await lane.mine(1);
      await confirm(context, state);
    }
  };
  const outcomes = () => outcomesOf(chain, opened.database, wallet().address);

  it.each([1, 2])('is carried out after it, with %i confirmations', async (confirmations) => {
    const lane = await removeFirst(confirmations);
    expect(await outcomes()).not.toContain('NOT_ENOUGH_ENTRIES');
    await work(lane, 8);
    expect(await outcomes()).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(lane.events).toContain('refused-early');
    expect(await chain.entriesOf(giveaway, passport())).toBe(0);
  });

  it('is carried out after it by an instance that finds its transaction in a block', async () => {
    const lane = await removeFirst(3);
    const { context, state } = lane;
    for (const transaction of await context.store.open(state.lane)) {
      const mined = toMined(transaction);
      if (mined) state.mined.set(mined.id, mined);
    }
    await work(lane, 10);
    expect(await outcomes()).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(lane.events).toContain('refused-early');
  });
});
