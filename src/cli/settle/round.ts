import { query, callView, toCallData, type ReportingNode } from '../../verification/node/chain-node.ts';
import { keccakOfText } from '../../verification/abi/hex.ts';
import { readWords, type Words } from '../../verification/abi/words.ts';
import { Failure } from '../failure.ts';

/** A closed round that nobody has settled yet. */
export interface DueRound {
  readonly beaconRound: bigint;
  /** When its beacon round is signed, in Unix seconds. */
  readonly signedAt: number;
  /** The time of the newest block. */
  readonly now: number;
  /** How many places it has: winners and alternates. */
  readonly places: number;
}

/** What is decided of a round. */
export interface RoundOutcome {
  /** The passport of the first place; 0 for a void round. */
  readonly winner: bigint;
  /** How many places have a winner. */
  readonly decided: number;
  /** Whether more places are to be drawn. */
  readonly isDrawing: boolean;
}

interface Question {
  readonly hub: string;
  readonly giveaway: string;
  readonly round: number;
  /** The newest block. */
  readonly block: { readonly number: number; readonly timestamp: number };
}

const STATES = ['not open yet', 'still open'];
const CLOSED = 2;
const VOID = 4;
// Members of the results of giveawayOf and roundOf that the first version of the contracts lacks.
const WINNERS = 11;
const IS_DRAWING = 10;

/** Reads what settles a round. Throws Failure when there is nothing to settle, VerificationError. */
export async function readDueRound(node: ReportingNode, question: Question): Promise<DueRound> {
  const { hub, giveaway, round, block } = question;
  const view = async (to: string, signature: string, words: readonly (string | number)[]): Promise<Words> => {
    const data = toCallData(keccakOfText(signature), words);
    return readWords(await callView(node, { to, data, block: block.number }), signature);
  };
  const kept = await view(hub, 'giveawayOf(bytes32)', [giveaway]);
  if (kept.number(3) !== 1)
    throw new Failure('NOT_DRAWN', 'The provider declares the winners of this giveaway.');
  const state = await view(hub, 'roundOf(bytes32,uint32)', [giveaway, round]);
  const { winner, isDrawing } = toOutcome(state);
  if (winner !== 0n && !isDrawing)
    throw new Failure('SETTLED', `Passport ${winner} has won this round already.`);
  if (state.number(0) === VOID)
    throw state.number(4) === 0
      ? new Failure('NO_ENTRIES', 'The round has no entries, so it has no winner.')
      : new Failure('SETTLED', 'The round is void already.');
  if (state.number(0) !== CLOSED && !isDrawing) {
    const closes = state.number(2) === 0 ? 'never' : toTime(state.number(2));
    throw new Failure(
      'NOT_DUE',
      `The round is ${STATES[state.number(0)] ?? 'unknown'}; it closes: ${closes}.`,
    );
  }
  const beaconRound = (await view(hub, 'beaconRoundOf(bytes32,uint32)', [giveaway, round])).uint(0, 64);
  const time = await view(kept.address(9), 'timeOf(uint64)', [Number(beaconRound)]);
  // The first version of the contracts has one place.
  const places = kept.length > WINNERS ? kept.number(WINNERS) + kept.number(WINNERS + 1) : 1;
  return { beaconRound, signedAt: time.number(0), now: block.timestamp, places };
}

/** Reads what is decided of a round. Throws VerificationError. */
export async function readOutcome(
  node: ReportingNode,
  { hub, giveaway, round }: Omit<Question, 'block'>,
): Promise<RoundOutcome> {
  const data = toCallData(keccakOfText('roundOf(bytes32,uint32)'), [giveaway, round]);
  const result = await query(node, 'eth_call', [{ to: hub, data }, 'latest']);
  return toOutcome(readWords(result, 'the result of roundOf'));
}

function toOutcome(state: Words): RoundOutcome {
  const winner = state.uint(5);
  if (state.length <= IS_DRAWING) return { winner, decided: winner === 0n ? 0 : 1, isDrawing: false };
  return { winner, decided: state.number(8), isDrawing: state.bool(IS_DRAWING) };
}

/** A time in Unix seconds as text. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
