import { beforeAll, expect, it } from '@jest/globals';
import { id, ZeroAddress, ZeroHash } from 'ethers';
import { signRound } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { verify } from '../cli/run-verify-draw.ts';
import { keyOf } from '../support/chain/anvil.ts';
import { carriedOver, chain, DAY, SECRET, useDrawnChain } from '../support/chain/drawn-chain.ts';

useDrawnChain();

let announced: string;
let hidden: string;

/**
 * The provider runs two giveaways that end with round 3 of the giveaway with carry-over, so that one beacon round decides all three,
 * and one that ends a minute later.
 */
beforeAll(async () => {
  const { contract, providerKey, rpc } = chain;
  const send = async (name: string, ...args: readonly unknown[]) =>
    (await contract.getFunction(name)(...args)).wait();
  const { startTime, beacon } = await contract.getFunction('giveawayOf')(carriedOver);
  const end = Number(startTime) + 7 * DAY;
  const latest = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
  const create = async (externalId: string, endTime: number) => {
    await send('createGiveaway', providerKey, {
      externalId,
      startTime: Number(latest.timestamp),
      endTime,
      determination: 1,
      requiresHandshake: false,
      providerPaysReceiptGas: false,
      entriesCarryOver: false,
      everyDays: 0,
      activeDays: 0,
      beacon,
      beaconMargin: 60,
      metadataHash: ZeroHash,
      metadataUri: '',
    });
    return keyOf(providerKey, externalId);
  };
  announced = await create('announced', end);
  hidden = await create('hidden', end);
  await create('later', end + 60);
  const entries: readonly (readonly [giveaway: string, passportId: number])[] = [
    [announced, 1],
    [announced, 2],
    [hidden, 2],
    [hidden, 3],
  ];
  for (const [giveaway, passportId] of entries)
    await send('changeEntries', giveaway, {
      opKey: id(`${giveaway} ${passportId}`),
      passportId,
      amount: 1,
      remove: false,
      reasonCode: 0,
      evidence: ZeroHash,
      expectedOwner: ZeroAddress,
    });
  await rpc.call('evm_setNextBlockTimestamp', [`0x${(end + 200).toString(16)}`]);
  await rpc.call('evm_mine');
  const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(announced, 0);
  await send('drawWinner', announced, 0, `0x${signRound(SECRET, beaconRound)}`);
  await rpc.call('anvil_mine', ['0x3']);
}, 120_000);

it('lists the other giveaways of the provider that the same beacon round decides, with the shared entrants', async () => {
  const { stdout, code } = await verify(['--giveaway', announced]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    [
      'Twins: the same beacon round decides 2 of 5 other giveaways of the provider. Ask which one was announced.',
      `  ${carriedOver} "carried", round 3: 2 shared entrants`,
      `  ${hidden} "hidden", round 0: 1 shared entrants`,
      '',
    ].join('\n'),
  );
  const { json } = await verify(['--giveaway', announced, '--json']);
  expect(json.twins).toEqual([
    {
      giveaway: carriedOver,
      externalId: 'carried',
      round: 3,
      createdAt: expect.any(Number),
      sharedEntrants: 2,
    },
    { giveaway: hidden, externalId: 'hidden', round: 0, createdAt: expect.any(Number), sharedEntrants: 1 },
  ]);
});
