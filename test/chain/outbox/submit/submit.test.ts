import { beforeAll, describe, expect, it } from '@jest/globals';
import { JsonRpcProvider } from 'ethers';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import { takeLane, tip, type SteppedLane } from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('a share of submitted operations', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 2 }));
  const opened = sharedByTests(openTestDatabase);
  let giveaway: string;
  beforeAll(async () => {
    await chain.mintPassports(2);
    giveaway = await chain.createGiveaway('submitted');
  });

  const take = (index: number) =>
    takeLane(chain, opened.database, chain.signers[index]?.address ?? '', entryChange(giveaway, 1, 1));
  const submitAll = ({ context, state }: SteppedLane) => submit(context, state, tip, () => undefined);
  const noncesOf = ({ state }: SteppedLane) => [...state.sent.values()].map(({ nonce }) => nonce);
  /** The owner of the key sends transactions of its own. */
  const sendOutside = async (index: number, count: number) => {
    const provider = new JsonRpcProvider(chain.url, undefined, { cacheTimeout: -1, pollingInterval: 20 });
    const wallet = chain.signers[index]?.connect(provider);
    for (let sent = 0; sent < count; sent += 1)
      await (await wallet?.sendTransaction({ to: wallet.address }))?.wait();
    provider.destroy();
  };

  it('starts behind the transactions that the owner of the key has sent from outside', async () => {
    const lane = await take(0);
    await sendOutside(0, 2);
    expect(await submitAll(lane)).toBe(true);
    expect(noncesOf(lane)).toEqual([2]);
    expect(lane.events).toEqual(['outside-use', 'reserved']);
  });

  it('keeps its own count while a transaction is open, whose nonce was used from outside', async () => {
    const lane = await take(1);
    await submitAll(lane);
    await sendOutside(1, 3);
    await lane.mine(1);
    await lane.accept(entryChange(giveaway, 2, 1));
    await submitAll(lane);
    expect(noncesOf(lane)).toEqual([0, 1]);
    expect(lane.events).toEqual(['reserved', 'reserved']);
  });
});
