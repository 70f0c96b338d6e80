import { beforeAll, describe, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { signRound } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { TOPICS } from '../../src/verification/node/logs.ts';
import { keyOf } from '../support/chain/anvil.ts';
import { chain, SECRET, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { drawnGiveaway } from '../support/chain/drawn-giveaway.ts';
import { entryChange } from '../support/chain/entry-change.ts';
import { passTo } from '../support/chain/pass-to.ts';
import type { Json } from '../support/http/http.ts';
import { queryChain, verifyThrough, type Lie } from './lying-proxy.ts';

useDrawnChain();

let giveaway: string;
/** The logs of places: their numbers, then those that were drawn after the first one. */
let logs: Json[];
beforeAll(async () => {
  const { contract, providerKey, beacon, rpc } = chain;
  const send = async (name: string, ...args: readonly unknown[]) =>
    (await contract.getFunction(name)(...args)).wait();
  const { timestamp }: Json = await queryChain('eth_getBlockByNumber', ['latest', false]);
  const startTime = Number(timestamp) + 10;
  const endTime = startTime + 100;
  giveaway = keyOf(providerKey, 'several');
  const options = drawnGiveaway({ externalId: 'several', startTime, endTime, beacon });
  await send('createGiveawayWithPlaces', providerKey, options, 2, 1);
  await passTo(chain, startTime);
  for (const passportId of [1, 2, 3])
    await send('changeEntries', giveaway, entryChange(id(`several ${passportId}`), passportId, 5, false));
  await passTo(chain, endTime + 100);
  const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(giveaway, 0);
  await send('drawWinner', giveaway, 0, `0x${signRound(SECRET, beaconRound)}`);
  await rpc.call('anvil_mine', ['0x3']);
  const all: Json[] = await queryChain('eth_getLogs', [
    { topics: [null, giveaway], fromBlock: '0x0', toBlock: 'latest' },
  ]);
  logs = all.filter(({ topics }) => [TOPICS.PlacesSet, TOPICS.PlaceDrawn].includes(topics[0]));
});

/** Changes the log at this index among those of places, in every response that has it. */
const ofLog =
  (index: number, change: (log: Json) => Json[]): Lie =>
  (method, _params, result) =>
    method === 'eth_getLogs'
      ? result.flatMap((log: Json) => (isSame(log, logs[index]) ? change(log) : [log]))
      : result;
const isSame = (one: Json, other: Json) =>
  one.transactionHash === other?.transactionHash && one.logIndex === other?.logIndex;
const verify = (lie?: Lie) => verifyThrough([lie], { giveaway, round: 0 });
const flip = (hex: string) => hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16);

describe('a node that lies about the places of a round', () => {
  it('is believed when it does not lie', async () => {
    expect(logs.map(({ topics }) => topics[0])).toEqual([
      TOPICS.PlacesSet,
      TOPICS.PlaceDrawn,
      TOPICS.PlaceDrawn,
    ]);
    expect(await verify()).toEqual({ verified: true, isProved: false, failed: '' });
  });

  it.each([
    ['their numbers', 0, /^history: /m],
    ['the second place', 1, /^further places: 3\. passport \d with ticket \d+ of 5/m],
    ['the last place', 2, /^further places: 1 places are not drawn yet/m],
  ])('is not believed when it omits %s', async (_what, index, expected) => {
    const { verified, failed } = await verify(ofLog(index, () => []));
    expect([verified, failed]).toEqual([false, expect.stringMatching(expected)]);
  });

  it('is not believed when it omits all places after the first one', async () => {
    const lie: Lie = (method, _params, result) =>
      method === 'eth_getLogs'
        ? result.filter(({ topics }: Json) => topics[0] !== TOPICS.PlaceDrawn)
        : result;
    const { verified, failed } = await verify(lie);
    expect([verified, failed]).toEqual([false, 'further places: 2 places are not drawn yet']);
  });

  it('is not believed when it alters any word of them', async () => {
    const unnoticed: string[] = [];
    for (const [index, { topics, data }] of logs.entries()) {
      const words: string[] = data.slice(2).match(/.{64}/g) ?? [];
      const altered = [
        ...topics.map((topic: string, at: number) => ({ topics: topics.with(at, flip(topic)) })),
        ...words.map((word, at) => ({ data: `0x${words.with(at, flip(word)).join('')}` })),
      ];
      for (const [at, change] of altered.entries()) {
        const { verified } = await verify(ofLog(index, (log) => [{ ...log, ...change }]));
        if (verified) unnoticed.push(`${index}, ${at}`);
      }
    }
    expect(unnoticed).toEqual([]);
  }, 120_000);
});
