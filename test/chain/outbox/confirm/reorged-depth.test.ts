import { beforeAll, describe, expect, it } from '@jest/globals';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { finalize } from '../../../../src/adapters/chain/outbox/confirm/finality.ts';
import type { OutboxContext } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { NodeLagging } from '../../../../src/adapters/chain/rpc/node-lagging.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import { mineByHand, sendAccepted, takeLane, tip, type SteppedLane } from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('an outbox that waits for two confirmations while blocks are replaced', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 3 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  const index = mineByHand(chain);
  beforeAll(async () => {
    await chain.mintPassports(1);
    giveaway = await chain.createGiveaway('depth');
    await chain.rpc.call('anvil_mine', ['0x10']);
  });

  const change = () => entryChange(giveaway, 1, 1);
  /** Sends the accepted operation. Returns the bytes of its transaction. */
  const send = async (lane: SteppedLane): Promise<string> => {
    await sendAccepted(lane);
    return [...lane.state.sent.values()].at(-1)?.attempts[0]?.signed?.raw ?? '';
  };
  /** A lane whose transaction is in the newest block, and the transaction's bytes. */
  const mineOne = async () => {
    const signer = chain.signers[index()]?.address ?? '';
    const lane = await takeLane(chain, opened.database, signer, change(), { confirmations: 2 });
    const raw = await send(lane);
    await lane.mine(1);
    await confirm(lane.context, lane.state);
    return { ...lane, raw };
  };
  const reorganise = (depth: number, transactions: readonly string[] = []) =>
    chain.rpc.call('anvil_reorg', [depth, transactions.map((raw) => [raw, 0])]);
  const stored = async ({ context, state }: SteppedLane) =>
    (await context.store.open(state.lane)).map(({ state: stage, mined }) => [stage, mined?.blockHash]);
  const hashAt = async (back: number) => {
    const number = Number(await chain.rpc.call('eth_blockNumber')) - back;
    const block = await chain.rpc.call('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]);
    return (block as { readonly hash: string }).hash;
  };
  /** The lane's context with a head watcher that never notices a reorganisation. */
  const unaware = ({ context }: SteppedLane): OutboxContext => {
    const reorgs = context.head.reorgs();
    return { ...context, head: { ...context.head, reorgs: () => reorgs } };
  };

  it('does not count depth from a newest block that has left the chain', async () => {
    const lane = await mineOne();
    await lane.mine(1);
    await reorganise(1);

    await expect(confirm(lane.context, lane.state)).rejects.toThrow(NodeLagging);
    expect(await stored(lane)).toEqual([['MINED', await hashAt(1)]]);

    await lane.mine(0);
    await confirm(lane.context, lane.state);
    expect(await stored(lane)).toEqual([['CONFIRMED', await hashAt(1)]]);
  });

  it('tells two blocks of one number apart', async () => {
    const lane = await mineOne();
    const replaced = await hashAt(0);
    await lane.accept(change());
    const second = await send(lane);
    await reorganise(1, [lane.raw, second]);
    const context = unaware(lane);
    await lane.mine(1);
    await resendStuck(context, lane.state, tip);

    await confirm(context, lane.state);
    const block = await hashAt(1);
    expect(await stored(lane)).toEqual([
      ['MINED', replaced],
      ['CONFIRMED', block],
    ]);

    await confirm(context, lane.state);
    expect(await stored(lane)).toEqual([
      ['CONFIRMED', block],
      ['CONFIRMED', block],
    ]);
  });

  it('finalises none of them by the other', async () => {
    const lane = await mineOne();
    await lane.mine(1);
    await confirm(lane.context, lane.state);
    const replaced = await hashAt(1);
    await lane.accept(change());
    const second = await send(lane);
    await reorganise(2, [lane.raw, second]);
    const context = unaware(lane);
    await lane.mine(100);
    await resendStuck(context, lane.state, tip);
    await confirm(context, lane.state);

    await finalize(context, lane.state, 0);
    expect(await stored(lane)).toEqual([['CONFIRMED', replaced]]);
  });
});
