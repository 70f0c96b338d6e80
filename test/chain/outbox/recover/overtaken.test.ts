import { beforeAll, describe, expect, it } from '@jest/globals';
import { id, type Wallet } from 'ethers';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { finalize } from '../../../../src/adapters/chain/outbox/confirm/finality.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange as toChange } from '../../../support/chain/entry-change.ts';
import { roundMetadata } from '../support/harness.ts';
import {
  mineByHand,
  outcomesOf,
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
const EPOCH = 4;

describe('an operation whose nonce was used elsewhere, while a later one sets the same value', () => {
  const chain = sharedByTests(() =>
    startTestChain({ signers: 3, flags: ['--slots-in-an-epoch', String(EPOCH)] }),
  );
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  const index = mineByHand(chain);
  beforeAll(async () => {
    await chain.mintPassports(1);
    const now = Math.floor(Date.now() / 1_000);
    giveaway = await chain.createGiveaway('overtaken', now + 3_600);
    const call = async (name: string, ...values: readonly unknown[]) =>
      (await chain.contract.getFunction(name)(...values)).wait();
    await call('changeEntries', giveaway, toChange(id('entry'), 1, 1));
    await chain.rpc.call('evm_increaseTime', [7_200]);
    await chain.rpc.call('anvil_mine', ['0x10']);
    await call('declareWinner', giveaway, 0, 1);
  });

  const metadata = (name: string) => roundMetadata(giveaway, 0, `https://example.com/${index()}/${name}`);
  const image = (name: string): ChainCall => ({
    kind: 'set-round-image',
    giveaway,
    round: 0,
    imageHash: null,
    imageUri: `https://example.com/${index()}/${name}`,
  });
  const wallet = () => chain.signers[index()] as Wallet;
  /** Sends two operations, of which the node forgets the first, whose nonce another program uses. */
  const sendBoth = async (first: ChainCall, second: ChainCall) => {
    const settings = { rebroadcastMs: REBROADCAST_MS };
    const lane = await takeLane(chain, opened.database, wallet().address, first, settings);
    await lane.accept(second);
    await sendAccepted(lane);
    expect(lane.state.sent.size).toBe(2);
    const raws = [...lane.state.sent.values()].map(({ attempts }) => attempts[0]?.signed?.raw);
    const before = await blockNumber();
    await chain.rpc.call('anvil_dropAllTransactions');
    await useNonceOutside(chain, wallet());
    await lane.mine(1);
    return { ...lane, raws, before };
  };
  const blockNumber = async () => Number(await chain.rpc.call('eth_blockNumber'));
  /** Lets the lane work, block by block. */
  const work = async (lane: SteppedLane, rounds: number) => {
    const { context, state } = lane;
    for (let round = 0; round < rounds; round += 1) {
      lane.clock.ms += REBROADCAST_MS;
      await resendStuck(context, state, tip);
      await sendAccepted(lane);
      await lane.mine(1);
      await confirm(context, state);
      await finalize(context, state, 0);
    }
  };
  const uris = async () => {
    const events = await chain.contract.queryFilter('RoundMetadataSet');
    return events.flatMap((event) => {
      const args = chain.contract.interface.parseLog(event)?.args;
      const uri = String(args?.getValue('metadataUri'));
      return uri.includes(`/${index()}/`) ? [uri.split('/').at(-1)] : [];
    });
  };
  const outcomes = () => outcomesOf(chain, opened.database, wallet().address);

  it('waits until the later one is final, and is refused then', async () => {
    const lane = await sendBoth(metadata('first'), metadata('second'));
    await work(lane, 3);
    expect(await outcomes()).toEqual(['QUEUED', 'CONFIRMED']);
    await work(lane, 3 * EPOCH);
    expect({ uris: await uris(), outcomes: await outcomes() }).toEqual({
      uris: ['second'],
      outcomes: ['OVERTAKEN', 'FINALIZED'],
    });
  });

  it('is sent again when the later one sets another value', async () => {
    const lane = await sendBoth(metadata('first'), image('second'));
    await work(lane, 6);
    expect((await outcomes())[0]).toBe('CONFIRMED');
    expect(await uris()).toEqual(['first']);
  });

  it('is not refused when a reorganisation brings its own transaction back', async () => {
    const lane = await sendBoth(metadata('first'), metadata('second'));
    await work(lane, 1);
    expect((await outcomes())[0]).toBe('QUEUED');
    const depth = (await blockNumber()) - lane.before;
    await chain.rpc.call('anvil_reorg', [depth, lane.raws.map((raw) => [raw, 0])]);
    await work(lane, 3 * EPOCH);
    expect({ uris: await uris(), outcomes: await outcomes() }).toEqual({
      uris: ['first', 'second'],
      outcomes: ['FINALIZED', 'FINALIZED'],
    });
  });
});
