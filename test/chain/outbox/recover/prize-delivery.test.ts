import { beforeAll, describe, expect, it } from '@jest/globals';
import { id, type Wallet } from 'ethers';
import { broadcast } from '../../../../src/adapters/chain/outbox/broadcast/broadcast.ts';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { toHex } from '../../../../src/adapters/chain/rpc/block.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange as toChange } from '../../../support/chain/entry-change.ts';
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

const REBROADCAST_MS = 500;
/** Blocks are final that are two epochs deep. */
const EPOCH = 8;
const FINAL_DEPTH = 2 * EPOCH;

describe('the record of a delivery, which the contracts would make again', () => {
  const chain = sharedByTests(() =>
    startTestChain({ signers: 3, flags: ['--slots-in-an-epoch', String(EPOCH)] }),
  );
  const opened = sharedByTests(openTestDatabase);
  let open: string;
  let ended: string;
  let owner: string;
  const index = mineByHand(chain);
  beforeAll(async () => {
    await chain.mintPassports(1);
    const now = Math.floor(Date.now() / 1_000);
    open = await chain.createGiveaway('open');
    ended = await chain.createGiveaway('ended', now + 3_600);
    const query = async (name: string, ...values: readonly unknown[]) =>
      (await chain.contract.getFunction(name)(...values)).wait();
    await query('changeEntries', ended, toChange(id('entry'), 1, 1));
    await chain.rpc.call('evm_increaseTime', [7_200]);
    await chain.rpc.call('anvil_mine', ['0x10']);
    await query('declareWinner', ended, 0, 1);
    owner = String(await chain.contract.getFunction('owner')());
    await chain.rpc.call('anvil_mine', [toHex(FINAL_DEPTH)]);
  });

  const delivery = (): ChainCall => ({
    kind: 'record-prize-delivery',
    giveaway: ended,
    round: 0,
    assetContract: chain.hub,
    recipient: owner,
    proofChainId: 1,
    proofTransactionHash: id(`proof ${index()}`),
    proofUri: 'https://example.com/proof',
  });
  /** A lane whose transaction the node has forgotten. */
  const loseOne = async () => {
    const lane = await takeLane(chain, opened.database, chain.signers[index()]?.address ?? '', delivery(), {
      rebroadcastMs: REBROADCAST_MS,
    });
    await sendAccepted(lane);
    await chain.rpc.call('anvil_dropAllTransactions');
    return lane;
  };
  const resend = async ({ context, state, clock }: SteppedLane) => {
    clock.ms += REBROADCAST_MS;
    await resendStuck(context, state, tip);
  };
  const recorded = async () => {
    const events = await chain.contract.queryFilter('PrizeDelivered');
    return events.filter(({ data }) => data.includes(id(`proof ${index()}`).slice(2))).length;
  };

  it('waits until another use of its nonce is final, and is made once when that leaves the chain', async () => {
    const lane = await loseOne();
    await useNonceOutside(chain, chain.signers[index()] as Wallet);
    await lane.mine(3);
    await resend(lane);
    const { context, state } = lane;
    expect([state.sent.size, await context.store.queued(state.lane, [], 10)]).toEqual([1, []]);

    await chain.rpc.call('anvil_reorg', [3, []]);
    await chain.rpc.call('anvil_dropAllTransactions');
    await lane.mine(1);
    for (let round = 0; round < 4; round += 1) {
      await resend(lane);
      await sendAccepted(lane);
      await lane.mine(1);
      await confirm(context, state);
    }
    expect(await recorded()).toBe(1);
    expect((await context.store.open(state.lane)).map((each) => [each.nonce, each.state])).toEqual([
      [0, 'CONFIRMED'],
    ]);
  });

  it('is given up when another use of its nonce is final, and made by a further transaction', async () => {
    const lane = await loseOne();
    await useNonceOutside(chain, chain.signers[index()] as Wallet);
    await lane.mine(FINAL_DEPTH);
    await resend(lane);
    expect(lane.state.sent.size).toBe(1);
    await lane.mine(1);
    await resend(lane);
    expect(lane.state.sent.size).toBe(0);
    await sendAccepted(lane);
    await lane.mine(1);
    await confirm(lane.context, lane.state);
    expect(await recorded()).toBe(1);
  });

  it('holds up no later transaction while it waits', async () => {
    const lane = await loseOne();
    await lane.accept(entryChange(open, 1, 1));
    await sendAccepted(lane);
    await chain.rpc.call('anvil_dropAllTransactions');
    await useNonceOutside(chain, chain.signers[index()] as Wallet);
    await lane.mine(1);
    const { state, events } = lane;
    lane.clock.ms += REBROADCAST_MS;
    await resendStuck(lane.context, state, tip);
    await resendStuck(lane.context, state, tip);
    expect(events.at(-1)).toBe('rebroadcast');
    await broadcast(lane.context, state);
    await lane.mine(1);
    await confirm(lane.context, state);
    expect([...state.sent.values()].map(({ nonce }) => nonce)).toEqual([0]);
    expect(await chain.entriesOf(open, 1)).toBe(1);
  });
});
