import type { Place } from '../core/draws/verify-draw.ts';
import { readHubCode } from './contracts/hub-versions.ts';
import { placesOf, readNamedCode, type DrawEvidence, type DrawQuestion } from './evidence.ts';
import { toCreation, toDraw, toDrawnPlace, toPlaceCounts } from './abi/events.ts';
import { decodeOptions } from './abi/options.ts';
import { findBlock, readCode, type ReportedBlock, type ReportingNode } from './node/chain-node.ts';
import { readLogs, TOPICS, toTopic, type HubLog, type LogQuestion } from './node/logs.ts';
import { readBirth } from './node/read-birth.ts';
import { readTimes, type TimeProof } from './state/prove-times.ts';
import { readState, type StateProof } from './state/read-state.ts';
import { VerificationError } from './verification-error.ts';

/** Where a draw is on the chain, as an index of the chain knows it. */
export interface IndexedDraw extends Pick<DrawQuestion, 'hub' | 'giveaway' | 'round'> {
  /** The blocks of the events GiveawayCreated and WinnerDrawn. */
  readonly createdBlock: number;
  readonly drawnBlock: number;
  /** The last change of entries that counts for the draw. */
  readonly lastChange: Pick<Place, 'blockNumber' | 'logIndex'>;
  /** A block from which on the hub has its events. */
  readonly hubBlock: number;
  /** The latest block that the index has. */
  readonly indexedBlock: number;
}

/** A proof without the changes of entries, which an index of the chain can have. */
export interface ProofParts extends Pick<DrawEvidence, 'creation' | 'draw' | 'places' | 'code'> {
  readonly state: StateProof;
  readonly birth: string | undefined;
  readonly times: TimeProof;
  /** The block whose state is proved: the changes up to it belong to the proof. */
  readonly block: Pick<ReportedBlock, 'number' | 'hash'>;
  /** Whether the node calls the block final. */
  readonly isFinal: boolean;
}

/** Reads from a node what a proof consists of besides the changes of entries. Throws VerificationError. */
export async function readProofParts(node: ReportingNode, draw: IndexedDraw): Promise<ProofParts> {
  const { hub, giveaway, round, createdBlock, drawnBlock, lastChange, hubBlock } = draw;
  const { block, isFinal } = await chooseBlock(node, draw);
  const [created, drawn] = await Promise.all([
    readEvent(node, hub, createdBlock, [[TOPICS.GiveawayCreated], [toTopic(giveaway)]]),
    readEvent(node, hub, drawnBlock, [[TOPICS.WinnerDrawn], [toTopic(giveaway)], [toTopic(round)]]),
  ]);
  const creation = toCreation(created);
  const { beacon } = decodeOptions(creation.options);
  const hubCode = await readCode(node, hub, block.number);
  const contracts = readHubCode(hubCode);
  if (!contracts.deployed.isBuilt)
    throw new VerificationError('NODE_FAILED', `The hub ${hub} has other code than this version builds.`);
  const [places, named, beaconCode, state, times, { birth }] = await Promise.all([
    readPlaces(node, draw, block.number),
    readNamedCode(node, hubCode, block.number),
    readCode(node, beacon, block.number),
    readState(node, block, { hub, giveaway, round, contracts, beacon }),
    readTimes(node, { creation, lastChange, draw: drawn }),
    readBirth([node], { hub, hubBlock }),
  ]);
  return {
    creation,
    draw: toDraw(drawn),
    ...places,
    code: { hub: hubCode, beacon: beaconCode, ...named },
    state,
    birth,
    times,
    block,
    isFinal,
  };
}

/** The places of a round with several ones, as far as they are drawn up to a block. */
async function readPlaces(
  node: ReportingNode,
  { hub, giveaway, round, createdBlock, drawnBlock }: IndexedDraw,
  toBlock: number,
): Promise<Pick<DrawEvidence, 'places'>> {
  const key = [toTopic(giveaway)];
  const read = async (topics: LogQuestion['topics'], fromBlock: number, until: number) =>
    (await readLogs(node, { hub, topics, fromBlock, toBlock: until })).logs;
  const placeCounts = (await read([[TOPICS.PlacesSet], key], createdBlock, createdBlock)).map(toPlaceCounts);
  if (placeCounts.length === 0) return {};
  const drawn = await read([[TOPICS.PlaceDrawn], key, [toTopic(round)]], drawnBlock, toBlock);
  return placesOf({ placeCounts, drawnPlaces: drawn.map(toDrawnPlace) });
}

/** The latest final block if it has the draw, else the latest block; none that the index does not have yet. */
async function chooseBlock(node: ReportingNode, { drawnBlock, indexedBlock }: IndexedDraw) {
  const finalized = (await findBlock(node, 'finalized').catch(() => undefined))?.number ?? -1;
  const latest = (await findBlock(node, 'latest'))?.number ?? -1;
  const isFinal = finalized >= drawnBlock;
  const number = Math.min(isFinal ? finalized : latest, indexedBlock);
  const block = number < drawnBlock ? undefined : await findBlock(node, number);
  if (block === undefined)
    throw new VerificationError('NODE_FAILED', `${node.name} does not have the block of the draw yet.`);
  return { block, isFinal };
}

async function readEvent(
  node: ReportingNode,
  hub: string,
  block: number,
  topics: readonly (readonly string[])[],
): Promise<HubLog> {
  const { logs } = await readLogs(node, { hub, topics, fromBlock: block, toBlock: block });
  const [log] = logs;
  if (log === undefined)
    throw new VerificationError('NODE_FAILED', `${node.name} does not have an event of block ${block}.`);
  return log;
}
