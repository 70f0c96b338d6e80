import { Contract, Interface } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { URL_OF_GATEWAY } from '../gateway.ts';
import { expectThat, step, tell } from '../tell.ts';
import { DAY, type DemoGiveaway } from './create.ts';
import { moveTo, toInstant } from './clock.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import { createSender } from './sender.ts';

/** The decision of a round. */
export interface Draw {
  /** Counted from 0. */
  readonly round: number;
  readonly passportId: bigint;
  /** The total of entries in the draw. */
  readonly total: number;
  readonly blockNumber: number;
}

const HUB = new Interface(giveawaysArtifact.abi);
/** Enough for the margin and the beacon round after it. */
const AFTER_CLOSE = 90;

/** Moves the chain's clock past a round's close and its beacon round. */
export async function passRound(
  chain: EmbeddedChain,
  { startsAt }: DemoGiveaway,
  round: number,
): Promise<void> {
  const closesAt = startsAt + (round + 1) * DAY;
  step(`Letting round ${round + 1} close: evm_increaseTime`);
  await moveTo(chain, closesAt + AFTER_CLOSE);
  tell(`it closed at ${toInstant(closesAt)}; only the embedded chain's clock was set forward, no other`);
}

/** Shows that a winner cannot be known early: the beacon has not signed yet. */
export async function expectUnsigned(
  chain: EmbeddedChain,
  { key }: DemoGiveaway,
  round: number,
): Promise<void> {
  const beaconRound = await beaconRoundOf(chain, key, round);
  const { status } = await fetch(`${URL_OF_GATEWAY}/beacon/public/${beaconRound}`);
  expectThat(status === 404, `beacon round ${beaconRound} should not be signed yet`);
  tell(`round ${round + 1} will be decided by beacon round ${beaconRound}, which nobody can know yet`);
}

/** Draws the winner of a closed round with an account that has no relation to the provider: anyone may draw. */
export async function drawRound(chain: EmbeddedChain, { key }: DemoGiveaway, round: number): Promise<Draw> {
  const beaconRound = await beaconRoundOf(chain, key, round);
  step(`Drawing the winner of round ${round + 1}: GET /beacon/public/${beaconRound}, then drawWinner`);
  const { signature } = (await (await fetch(`${URL_OF_GATEWAY}/beacon/public/${beaconRound}`)).json()) as {
    signature: string;
  };
  tell(`the beacon's signature begins ${signature.slice(0, 16)}…`);

  const anybody = chain.signers.at(-1);
  if (!anybody) throw new Error('The embedded chain has no signers.');
  const [receipt] = await createSender(chain, anybody).send([['drawWinner', key, round, `0x${signature}`]]);
  const args = receipt?.logs
    .map((log) => HUB.parseLog(log))
    .find((event) => event?.name === 'WinnerDrawn')?.args;
  if (!receipt || !args) throw new Error('The hub named no winner.');
  const passportId = args.getValue('passportId') as bigint;
  const total = Number(args.getValue('total'));
  tell(`passport ${passportId}, by ticket ${args.getValue('ticket')} of ${total}`);
  return { round, passportId, total, blockNumber: receipt.blockNumber };
}

async function beaconRoundOf(chain: EmbeddedChain, key: string, round: number): Promise<bigint> {
  const hub = new Contract(chain.hub, giveawaysArtifact.abi, chain.rpc);
  return BigInt(await hub.getFunction('beaconRoundOf')(key, round));
}
