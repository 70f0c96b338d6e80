import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { id, type Wallet } from 'ethers';
import { broadcast } from '../../../../src/adapters/chain/outbox/broadcast/broadcast.ts';
import { confirm } from '../../../../src/adapters/chain/outbox/confirm/confirm.ts';
import { finalize } from '../../../../src/adapters/chain/outbox/confirm/finality.ts';
import { resendStuck } from '../../../../src/adapters/chain/outbox/recover/resend-stuck.ts';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { createOperationStore } from '../../../../src/adapters/postgres/operations/operation-store.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange as toChange } from '../../../support/chain/entry-change.ts';
import { roundMetadata } from '../support/harness.ts';
import { takeLane, tip, type SteppedLane } from '../support/lane.ts';
import { openTestDatabase } from '../support/test-database.ts';
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
  let index = -1;
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
  beforeEach(async () => {
    index += 1;
    await chain.rpc.call('evm_setAutomine', [false]);
  });
  afterEach(() => chain.rpc.call('evm_setAutomine', [true]));

  const metadata = (name: string) => roundMetadata(giveaway, 0, `https://example.com/${index}/${name}`);
  const image = (name: string): ChainCall => ({
    kind: 'set-round-image',
    giveaway,
    round: 0,
    imageHash: null,
    imageUri: `https://example.com/${index}/${name}`,
  });
  const wallet = () => chain.signers[index] as Wallet;
  const send = async ({ context, state }: SteppedLane) => {
    await submit(context, state, tip, () => undefined);
    await broadcast(context, state);
  };
  /** Sends two operations, of which the node forgets the first, whose nonce another program uses. */
  const sendBoth = async (first: ChainCall, second: ChainCall) => {
    const settings = { rebroadcastMs: REBROADCAST_MS };
    const lane = await takeLane(chain, opened.database, wallet().address, first, settings);
    await lane.accept(second);
    await send(lane);
    expect(lane.state.sent.size).toBe(2);
    const raws = [...lane.state.sent.values()].map(({ attempts }) => attempts[0]?.signed?.raw);
    const before = await blockNumber();
    await chain.rpc.call('anvil_dropAllTransactions');
    const fees = { maxFeePerGas: 400_000_000_000n, maxPriorityFeePerGas: 100_000_000_000n };
    const fields = { type: 2, chainId: chain.chainId, nonce: 0, to: wallet().address, gasLimit: 21_000n };
    await chain.rpc.call('eth_sendRawTransaction', [await wallet().signTransaction({ ...fields, ...fees })]);
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
      await send(lane);
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
      return uri.includes(`/${index}/`) ? [uri.split('/').at(-1)] : [];
    });
  };
  const outcomes = async () => {
    const rows = await opened.database.sql.query(
      { name: '', text: 'select id from operation where signer = $1 order by sequence' },
      [wallet().address],
    );
    const ids = rows.map(([each]) => String(each));
    const found = await createOperationStore(opened.database.sql, chain.chainId).find(ids);
    return ids.map((each) => {
      const operation = found.find((one) => one.id === each);
      return operation?.error?.reason ?? operation?.status;
    });
  };

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
