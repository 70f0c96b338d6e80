import { QUICKNET_RELAYS } from '../../core/draws/quicknet.ts';
import { expandSignature } from '../../verification/beacon.ts';
import { keccakOfText, wordOf } from '../../verification/abi/hex.ts';
import { findBlock, readChainId, toCallData } from '../../verification/node/chain-node.ts';
import { VerificationError } from '../../verification/verification-error.ts';
import { isSilence } from '../../verification/verify-on-nodes.ts';
import type { Result } from '../command.ts';
import { Failure } from '../failure.ts';
import { toFields } from '../print.ts';
import { waiting } from '../progress.ts';
import { readPrivateKey } from '../read-private-key.ts';
import { readEmbeddedHub } from '../verify-draw/embedded-hub.ts';
import { EXIT_CODES } from '../verify-draw/exit-codes.ts';
import { openNodes } from '../verify-draw/nodes.ts';
import { toHubAddress, wrongUsage } from '../verify-draw/parse.ts';
import { readRelaySignature } from '../verify-draw/relay.ts';
import { readDueRound, readOutcome, toTime, type DueRound, type RoundOutcome } from './round.ts';
import { prepareFirst, sendCall, toCoins, type PaidCall } from './transaction.ts';

/** The options of giveaways draw and void. */
export interface SettleOptions {
  readonly rpc?: readonly string[];
  readonly hub?: string;
  readonly dataDir: string;
  readonly giveaway: string;
  readonly round: number;
  readonly keyFile?: string;
  readonly beacon?: string;
  readonly send?: boolean;
}

/** A call of the hub about a round. */
interface RoundCall {
  readonly signature: string;
  /** The words of its arguments after giveaway and round. */
  readonly data: readonly string[];
}

/** The calls that settle a round, of which one is sent: the first that is possible. Throws Failure when it is too early. */
type Settle = (options: SettleOptions, due: DueRound) => Promise<readonly RoundCall[]>;

/** After this time without a signature anybody may mark a round void. */
const SILENCE_SECONDS = 30 * 86_400;
/** What one transaction draws at most (Places.sol). */
const MAX_TICKETS = 256;

/** Settles a round. Throws Failure, or CommanderError for wrong usage. */
export async function settle(options: SettleOptions, how: 'draw' | 'void'): Promise<Result> {
  try {
    return await run(options, how === 'draw' ? drawCall : voidCall);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const retryable = isSilence(error);
    const facts = { retryable, ...(retryable && { exitCode: EXIT_CODES.undecided }) };
    throw new Failure(error.code, error.message, facts, error);
  }
}

async function run(options: SettleOptions, settle: Settle): Promise<Result> {
  const [node] = await openNodes(options.rpc ?? []);
  if (node === undefined) throw wrongUsage('Name a node of the chain with --rpc.');
  const hub = options.hub ?? toHubAddress(await readEmbeddedHub(node, options.dataDir));
  const [chainId, block] = await Promise.all([readChainId(node), findBlock(node, 'latest')]);
  if (block === undefined) throw new VerificationError('NODE_FAILED', `${node.name} has no latest block.`);
  const { giveaway, round, send = false } = options;
  const due = await readDueRound(node, { hub, giveaway, round, block });
  const calls = (await settle(options, due)).map(
    ({ signature, data }) => `${toCallData(keccakOfText(signature), [giveaway, round])}${data.join('')}`,
  );
  const key = await readPrivateKey(options.keyFile);
  const call = await prepareFirst(node, key, { to: hub, chainId, calls });
  const price = `at most ${toCoins(call.cost)} coins of chain ${chainId}, for about ${call.gas} gas`;
  const facts = { hub, giveaway, round: String(round), wallet: call.from, cost: price };
  if (!send)
    return {
      document: { sent: false, ...facts, costWei: String(call.cost) },
      text: `${toFields(facts)}\nNothing was sent: add --send.`,
    };
  process.stderr.write(`${toFields(facts)}\n`);
  let { transactionHash, cost } = await untilMined(sendCall(node, key, call));
  let outcome = await readOutcome(node, { hub, giveaway, round });
  while (outcome.isDrawing) {
    const next = await untilMined(
      sendCall(node, key, await prepareFirst(node, key, { to: hub, chainId, calls })),
    );
    transactionHash = next.transactionHash;
    cost += next.cost;
    outcome = await readOutcome(node, { hub, giveaway, round });
  }
  return present(outcome, due.places, { transactionHash, cost });
}

/** Shows how long the transaction takes. */
function untilMined(transaction: Promise<PaidCall>): Promise<PaidCall> {
  return waiting('Waiting for the transaction', transaction);
}

/** The last transaction, and the cost of all. */
function present(
  { winner, decided }: RoundOutcome,
  places: number,
  { transactionHash, cost }: PaidCall,
): Result {
  const outcome = winner === 0n ? 'The round is void.' : `Passport ${winner} has won the round.`;
  const passportId = winner === 0n ? null : Number(winner);
  const several = winner !== 0n && places > 1 ? { decided, places } : undefined;
  const facts = {
    ...(several && { places: `${decided} of ${places} have a winner` }),
    transaction: transactionHash,
    cost: `${toCoins(cost)} coins`,
  };
  return {
    document: { sent: true, transactionHash, costWei: String(cost), passportId, ...several },
    text: `${outcome}\n${toFields(facts)}`,
  };
}

const drawCall: Settle = async ({ beacon }, { beaconRound, signedAt, now, places }) => {
  if (now < signedAt)
    throw new Failure('NOT_DUE', `The beacon signs the round that decides at ${toTime(signedAt)}.`, {
      retryable: true,
    });
  const signature = await firstSignature(beacon === undefined ? QUICKNET_RELAYS : [beacon], beaconRound);
  const bytes = expandSignature(signature).slice(2);
  const text = [wordOf(bytes.length / 2), bytes];
  // The argument of variable length begins after the words of all arguments.
  if (places === 1) return [{ signature: 'drawWinner(bytes32,uint32,bytes)', data: [wordOf(96), ...text] }];
  const steps = Array.from({ length: Math.log2(MAX_TICKETS) + 1 }, (_, halved) => MAX_TICKETS / 2 ** halved);
  return steps.map((tickets) => ({
    signature: 'drawPlaces(bytes32,uint32,bytes,uint256)',
    data: [wordOf(128), wordOf(tickets), ...text],
  }));
};

const voidCall: Settle = (_options, { signedAt, now }) => {
  const from = signedAt + SILENCE_SECONDS;
  if (now < from)
    return Promise.reject(
      new Failure('NOT_DUE', `The round can be marked void from ${toTime(from)} on; draw it instead.`),
    );
  return Promise.resolve([{ signature: 'voidRound(bytes32,uint32)', data: [] }]);
};

async function firstSignature(relays: readonly string[], beaconRound: bigint): Promise<string> {
  let failure: unknown;
  for (const relay of relays) {
    try {
      return await readRelaySignature(relay, beaconRound);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}
