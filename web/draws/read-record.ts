import type { DrawRecord } from '../../src/core/draws/verify-draw.ts';
import { readLogs, type NodeCall, type NodeLog } from './read-logs.ts';
import { bytesAt, keccak256, numberAt, topicOf, wordAt } from './words.ts';

const CREATED = topicOf(
  'GiveawayCreated(bytes32,bytes32,address,(string,uint64,uint64,uint8,bool,bool,bool,uint32,uint32,address,uint32,bytes32,string))',
);
const CHANGED = topicOf(
  'EntriesChanged(bytes32,uint32,uint256,bytes32,bool,uint32,uint32,uint32,uint32,uint16,bytes32,address,address)',
);
const DRAWN = topicOf('WinnerDrawn(bytes32,uint32,uint256,address,uint64,bytes,bytes32,uint32,uint32)');
const WORD_BYTES = 32n;

/** The draw that is verified. */
export interface DrawQuestion {
  /** The chain that the node must be of. */
  readonly chainId: bigint;
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
  readonly fromBlock: number;
}

/** The record of a draw, and the giveaway's key as it follows from the provider and its identifier. */
export interface ReadDraw {
  readonly record: DrawRecord;
  readonly computedKey: string;
}

/** Reads the record of a draw from the logs of a node. Rejects with an Error when the node does not have it. */
export async function readRecord(call: NodeCall, question: DrawQuestion): Promise<ReadDraw> {
  const { chainId, hub, giveaway, round } = question;
  const found = BigInt(String(await call('eth_chainId', [])));
  if (found !== chainId) throw new Error(`The node is of chain ${found}, not ${chainId}.`);
  const logs = await readLogs(call, question, [[CREATED, CHANGED, DRAWN], giveaway]);
  for (const { address, topics, removed } of logs) {
    if (address.toLowerCase() !== hub.toLowerCase() || topics[1] !== giveaway || removed === true)
      throw new Error('The node returns logs that were not asked for.');
  }
  const created = one(
    logs.filter(({ topics }) => topics[0] === CREATED),
    'creation of the giveaway',
  );
  const drawn = one(
    logs.filter(({ topics }) => topics[0] === DRAWN && Number(topics[2]) === round),
    'draw of the round',
  );
  const options = Number(numberAt(created.data, 0) / WORD_BYTES);
  const option = (index: number) => Number(numberAt(created.data, options + index));
  const externalId = bytesAt(created.data, options + option(0) / Number(WORD_BYTES));
  return {
    record: {
      chainId,
      hub,
      giveaway,
      round,
      isDrawn: option(3) === 1,
      schedule: {
        startsAt: option(1) * 1_000,
        endsAt: option(2) === 0 ? undefined : option(2) * 1_000,
        everyDays: option(7),
        activeDays: option(8),
      },
      carriesOver: option(6) === 1,
      beaconMargin: option(10),
      changes: logs.filter(({ topics }) => topics[0] === CHANGED).map(toChange),
      outcome: toOutcome(drawn),
    },
    computedKey: keyOf(created.topics[2] ?? '', externalId),
  };
}

function one(logs: readonly NodeLog[], what: string): NodeLog {
  const [log] = logs;
  if (log === undefined || logs.length > 1)
    throw new Error(`The node reports ${logs.length} logs of the ${what}.`);
  return log;
}

function toChange({
  topics,
  data,
  timestamp,
  blockNumber,
  logIndex,
}: NodeLog): DrawRecord['changes'][number] {
  return {
    round: Number(topics[2]),
    passportId: BigInt(topics[3] ?? ''),
    removed: numberAt(data, 1) === 1n,
    amount: Number(numberAt(data, 2)),
    entries: Number(numberAt(data, 3)),
    roundTotal: Number(numberAt(data, 4)),
    leaf: Number(numberAt(data, 5)),
    timestamp,
    blockNumber,
    logIndex,
  };
}

function toOutcome({ topics, data, timestamp }: NodeLog): DrawRecord['outcome'] {
  return {
    passportId: BigInt(topics[3] ?? ''),
    beaconRound: numberAt(data, 1),
    signature: bytesAt(data, Number(numberAt(data, 2) / WORD_BYTES)),
    randomness: `0x${wordAt(data, 3)}`,
    total: Number(numberAt(data, 4)),
    ticket: Number(numberAt(data, 5)),
    timestamp,
  };
}

/** keccak256(abi.encode(provider, externalId)). */
function keyOf(provider: string, externalId: string): string {
  const bytes = externalId.slice(2);
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  const word = (value: number) => value.toString(16).padStart(64, '0');
  return keccak256(`${provider}${word(64)}${word(bytes.length / 2)}${padded}`);
}
