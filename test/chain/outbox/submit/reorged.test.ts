import { beforeAll, describe, expect, it } from '@jest/globals';
import { broadcast } from '../../../../src/adapters/chain/outbox/broadcast/broadcast.ts';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { toHex } from '../../../../src/adapters/chain/rpc/block.ts';
import { NodeLagging } from '../../../../src/adapters/chain/rpc/node-lagging.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import { takeLane, tip, type SteppedLane } from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('operations that are submitted while a mined transaction has left the chain', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 2 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  beforeAll(async () => {
    await chain.mintPassports(2);
    giveaway = await chain.createGiveaway('reorganised');
    await chain.rpc.call('evm_setAutomine', [false]);
  });

  const submitAll = ({ context, state }: SteppedLane) => submit(context, state, tip, () => undefined);
  const carryOut = async (lane: SteppedLane) => {
    await submitAll(lane);
    await broadcast(lane.context, lane.state);
    await lane.mine(1);
    await confirm(lane.context, lane.state);
  };
  /** A lane whose issue of entries is in the newest block; then that block is replaced, which the lane has not noticed. */
  const loseIssue = async (index: number, passportId: number) => {
    const signer = chain.signers[index]?.address ?? '';
    const lane = await takeLane(chain, opened.database, signer, entryChange(giveaway, passportId, 2), {
      confirmations: 2,
    });
    await carryOut(lane);
    expect(lane.state.mined.size).toBe(1);
    await chain.rpc.call('anvil_reorg', [1, []]);
    return lane;
  };

  it('does not refuse a removal whose issue will be sent again', async () => {
    const lane = await loseIssue(0, 1);
    await lane.accept(entryChange(giveaway, 1, 2, { remove: true }));
    await expect(submitAll(lane)).rejects.toThrow(NodeLagging);
    expect(lane.events).not.toContain('refused');

    await lane.mine(1);
    await confirm(lane.context, lane.state);
    expect(lane.events).toContain('reorged');
    await resendStuck(lane.context, lane.state, tip);
    await carryOut(lane);
    await carryOut(lane);
    expect(lane.events).not.toContain('refused');
    expect(await chain.entriesOf(giveaway, 1)).toBe(0);
    expect(lane.state.mined.size).toBe(2);
  });

  it('does not spend what that transaction will cost again', async () => {
    const signer = chain.signers[1]?.address ?? '';
    await chain.rpc.call('anvil_setBalance', [signer, toHex(5_000_000_000_000_000n)]);
    await chain.rpc.call('anvil_mine', ['0x2']);
    const lane = await loseIssue(1, 2);
    await lane.accept(entryChange(giveaway, 2, 1));
    await expect(submitAll(lane)).rejects.toThrow(NodeLagging);
    expect(lane.state.sent.size).toBe(0);
  });
});
