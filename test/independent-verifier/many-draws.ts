import { type Contract, id, ZeroAddress, ZeroHash } from 'ethers';
import { signRound } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { keyOf, type TestChain } from '../support/chain/anvil.ts';
import { eventually } from '../support/eventually.ts';
import { DAY, SECRET } from '../support/chain/drawn-chain.ts';

/** A draw that was made. */
export interface MadeDraw {
  readonly giveaway: string;
  readonly round: number;
}

const RECURRING = 24;
const SINGLE = 12;
const PASSPORTS = 9;
const GAS = { gasLimit: 12_000_000 };

/** Numbers that look random, the same for each run: mulberry32. */
function createChance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The number of draws: two of each recurring giveaway, and one of each other. */
export const DRAWS = 2 * RECURRING + SINGLE;

/** Makes draws of giveaways whose terms and changes look random. Each fourth giveaway has several places in a round. */
export async function drawMany({ contract, providerKey, rpc, mintPassports, beacon }: TestChain) {
  const chance = createChance(200);
  const sent: { name: string; hash: unknown }[] = [];
  await mintPassports(PASSPORTS);
  const start = (await now()) + 5_000;
  const giveaways: { key: string; carriesOver: boolean; rounds: number; removable: Map<number, number> }[] =
    [];
  for (let index = 0; index < RECURRING + SINGLE; index += 1) {
    const isRecurring = index < RECURRING;
    const carriesOver = isRecurring && chance(2) === 1;
    // Text of all lengths, also beyond ASCII.
    const externalId = `${index} ${'ä–💶'.repeat(chance(9))}`;
    const options = {
      externalId,
      startTime: start + chance(40),
      endTime: isRecurring ? [0, start + 40 * DAY][chance(2)] : start + DAY + chance(500),
      determination: 1,
      requiresHandshake: false,
      providerPaysReceiptGas: chance(2) === 1,
      entriesCarryOver: carriesOver,
      everyDays: isRecurring ? 2 : 0,
      activeDays: isRecurring ? 1 : 0,
      beacon,
      beaconMargin: 60 + chance(100),
      metadataHash: ZeroHash,
      metadataUri: 'https://example.com/'.slice(0, chance(20)),
    };
    if (index % 4 === 0)
      await send('createGiveawayWithPlaces', providerKey, options, 2 + chance(4), chance(4));
    else await send('createGiveaway', providerKey, options);
    const key = keyOf(providerKey, externalId);
    giveaways.push({ key, carriesOver, rounds: isRecurring ? 2 : 1, removable: new Map() });
  }
  const draws: MadeDraw[] = [];
  for (const round of [0, 1]) {
    await moveTo(start + round * 2 * DAY + 50);
    const open = giveaways.filter(({ rounds }) => round < rounds);
    for (const giveaway of open) await changeAtRandom(giveaway, round);
    await moveTo(start + round * 2 * DAY + DAY + 1_000);
    for (const { key } of open) {
      const beaconRound: bigint = await contract.getFunction('beaconRoundOf')(key, round);
      const signature = `0x${signRound(SECRET, beaconRound)}`;
      // Some of them in two transactions.
      if (draws.length % 8 === 0) await send('drawPlaces', key, round, signature, 2);
      if (draws.length % 8 === 0) await settle();
      const isDrawn =
        draws.length % 8 === 0 && !(await contract.getFunction('roundOf')(key, round)).isDrawing;
      if (!isDrawn) await send('drawWinner', key, round, signature);
      draws.push({ giveaway: key, round });
    }
  }
  await settle();
  await rpc.call('anvil_mine', ['0x3']);
  return draws;

  async function changeAtRandom({ key, carriesOver, removable }: (typeof giveaways)[number], round: number) {
    const count = 1 + chance(12);
    const changes = Array.from({ length: count }, (_, index) => {
      const passportId = 1 + chance(PASSPORTS);
      const held = removable.get(passportId) ?? 0;
      const remove = index > 0 && held > 1 && chance(3) === 0;
      const amount = 1 + chance(remove ? held - 1 : 30);
      removable.set(passportId, held + (remove ? -amount : amount));
      return {
        opKey: id(`${key} ${round} ${index}`),
        passportId,
        amount,
        remove,
        reasonCode: 0,
        evidence: ZeroHash,
        expectedOwner: ZeroAddress,
      };
    });
    await send('changeEntriesBatch', key, changes);
    // Without carry-over nothing of this round can be taken back in the next one.
    if (!carriesOver) removable.clear();
  }

  async function send(name: string, ...args: readonly unknown[]): Promise<void> {
    const from = await (
      contract as Contract & { runner: { getAddress(): Promise<string> } }
    ).runner.getAddress();
    const data = contract.interface.encodeFunctionData(name, args);
    const to = await contract.getAddress();
    const hash = await rpc.call('eth_sendTransaction', [
      { from, to, data, gas: `0x${GAS.gasLimit.toString(16)}` },
    ]);
    sent.push({ name, hash });
  }

  /** Waits until everything that was sent is mined. */
  async function settle(): Promise<void> {
    for (const { name, hash } of sent.splice(0)) {
      const receipt = (await eventually(
        () => rpc.call('eth_getTransactionReceipt', [hash]),
        (response) => response !== null,
      )) as { readonly status: string };
      if (receipt.status !== '0x1') throw new Error(`${name} failed.`);
    }
  }

  async function now(): Promise<number> {
    const latest = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    return Number(latest.timestamp);
  }

  async function moveTo(time: number): Promise<void> {
    await settle();
    await rpc.call('evm_setNextBlockTimestamp', [`0x${time.toString(16)}`]);
    await rpc.call('evm_mine');
  }
}
