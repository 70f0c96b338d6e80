import { keccakOfText, wordOf } from '../abi/hex.ts';
import { query, toDigits, parseQuantity, toQuantity, type ReportingNode } from './chain-node.ts';
import { VerificationError } from '../verification-error.ts';

const OPTIONS = '(string,uint64,uint64,uint8,bool,bool,bool,uint32,uint32,address,uint32,bytes32,string)';

/** The topics of the events of a hub that a draw depends on. */
export const TOPICS = {
  GiveawayCreated: keccakOfText(`GiveawayCreated(bytes32,bytes32,address,${OPTIONS})`),
  EntriesChanged: keccakOfText(
    'EntriesChanged(bytes32,uint32,uint256,bytes32,uint32,bool,uint32,uint32,uint32,uint32,uint16,bytes32,address,address)',
  ),
  WinnerDrawn: keccakOfText('WinnerDrawn(bytes32,uint32,uint256,address,uint64,bytes,bytes32,uint32,uint32)'),
  RoundVoided: keccakOfText('RoundVoided(bytes32,uint32,uint64,address)'),
  PlacesSet: keccakOfText('PlacesSet(bytes32,uint8,uint8)'),
  PlaceDrawn: keccakOfText('PlaceDrawn(bytes32,uint32,uint256,uint8,uint32,uint32,uint32)'),
} as const;

export type EventName = keyof typeof TOPICS;

/** Events with fewer topics than four. */
const TOPIC_COUNTS: Readonly<Partial<Record<EventName, number>>> = { RoundVoided: 3, PlacesSet: 2 };

const EVENTS: ReadonlyMap<unknown, EventName> = new Map(
  Object.entries(TOPICS).map(([name, topic]) => [topic, name as EventName]),
);

/** A log of the hub, as a node reports it. */
export interface HubLog {
  readonly event: EventName;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly logIndex: number;
  readonly transactionHash: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** Logs, and where they contradict the question or each other. */
export interface LogResponse {
  readonly logs: readonly HubLog[];
  /** At most five sentences. */
  readonly contradictions: readonly string[];
}

export interface LogQuestion {
  readonly hub: string;
  /** The values that each topic may have; null for any. */
  readonly topics: readonly (readonly string[] | null)[];
  readonly fromBlock: number;
  readonly toBlock: number;
}

interface RawLog {
  readonly [field: string]: unknown;
}

const MAX_LOGS = 1_000_000;
const REPORTED = 5;

/**
 * The logs of all blocks up to the last one asked for; when the node refuses to search so many, those from the first one asked for.
 * Throws VerificationError.
 */
export async function readWidest(
  node: ReportingNode,
  question: LogQuestion,
): Promise<LogResponse & Pick<LogQuestion, 'fromBlock'>> {
  const { fromBlock } = question;
  try {
    if (fromBlock > 0) return { ...(await readLogs(node, { ...question, fromBlock: 0 }, 1)), fromBlock: 0 };
  } catch (error) {
    if (!(error instanceof VerificationError) || error.code === 'NODE_UNREACHABLE') throw error;
  }
  return { ...(await readLogs(node, question)), fromBlock };
}

/** The logs of a hub, in the order of the chain. A node that refuses a range is asked for `parts` of it. Throws VerificationError. */
export async function readLogs(
  node: ReportingNode,
  question: LogQuestion,
  parts = Number.POSITIVE_INFINITY,
): Promise<LogResponse> {
  const contradictions: string[] = [];
  const { fromBlock, toBlock } = question;
  const raw = await readRange(node, question, { from: fromBlock, to: toBlock, parts });
  if (raw.length > MAX_LOGS)
    throw new VerificationError('NODE_FAILED', `${node.name} gives more than ${MAX_LOGS} logs.`);
  const times = await readTimes(node, raw);
  const logs: HubLog[] = [];
  let previous: HubLog | undefined;
  for (const fields of raw) {
    const log = toLog(fields, times);
    const problem = describeProblem(fields, log, question) ?? misplaced(log, previous);
    if (problem !== undefined) {
      if (contradictions.length < REPORTED)
        contradictions.push(`Block ${log.blockNumber}, log ${log.logIndex} ${problem}.`);
      continue;
    }
    previous = log;
    logs.push(log);
  }
  return { logs, contradictions };
}

/** The topic of a 32-byte or a numeric indexed argument. */
export function toTopic(value: string | number): string {
  return typeof value === 'number' ? `0x${wordOf(value)}` : value.toLowerCase();
}

/** Reads logs; halves the range of blocks when the node refuses it, down to so many parts. */
async function readRange(
  node: ReportingNode,
  question: LogQuestion,
  { from, to, parts }: { readonly from: number; readonly to: number; readonly parts: number },
): Promise<readonly RawLog[]> {
  if (from > to) return [];
  const { hub, topics } = question;
  let refusal: unknown;
  try {
    const filter = { address: hub, topics, fromBlock: toQuantity(from), toBlock: toQuantity(to) };
    const logs = await query(node, 'eth_getLogs', [filter]);
    if (Array.isArray(logs) && logs.every((log) => typeof log === 'object' && log !== null)) return logs;
    refusal = new VerificationError('NODE_FAILED', `${node.name} answers eth_getLogs without logs.`);
  } catch (error) {
    refusal = error;
    if (error instanceof VerificationError && error.code === 'NODE_UNREACHABLE') throw error;
  }
  if (from === to || parts <= 1) throw refusal;
  const middle = Math.floor((from + to) / 2);
  const first = await readRange(node, question, { from, to: middle, parts: parts / 2 });
  return first.concat(await readRange(node, question, { from: middle + 1, to, parts: parts / 2 }));
}

function toLog(fields: RawLog, times: ReadonlyMap<number, number>): HubLog {
  const topics = Array.isArray(fields['topics']) ? fields['topics'] : [];
  const blockNumber = parseQuantity(fields['blockNumber'], 'the block of a log');
  const [topic] = topics;
  return {
    event: EVENTS.get(topic) ?? 'EntriesChanged',
    topics: topics.map((value) => toDigits(value, 'a topic of a log', 32)),
    data: toDigits(fields['data'], 'the data of a log'),
    blockNumber,
    blockHash: toDigits(fields['blockHash'], 'the block hash of a log', 32),
    logIndex: parseQuantity(fields['logIndex'], 'the index of a log'),
    transactionHash: toDigits(fields['transactionHash'], 'the transaction of a log', 32),
    timestamp: times.get(blockNumber) ?? Number.NaN,
  };
}

/** Nodes that filter wrongly, or pass off logs of other contracts or of abandoned blocks. */
function describeProblem(fields: RawLog, log: HubLog, question: LogQuestion): string | undefined {
  if (String(fields['address']).toLowerCase() !== question.hub.toLowerCase()) return 'is not of the hub';
  if (fields['removed'] !== false && fields['removed'] !== undefined) return 'was removed from the chain';
  if (log.blockNumber < question.fromBlock || log.blockNumber > question.toBlock)
    return 'is outside of the blocks asked for';
  const isRequested = question.topics.every(
    (values, index) => values === null || values.includes(log.topics[index] ?? ''),
  );
  if (!isRequested || log.topics.length !== (TOPIC_COUNTS[log.event] ?? 4))
    return 'has other topics than asked for';
  return Number.isNaN(log.timestamp) ? 'is in a block without a time' : undefined;
}

function misplaced(log: HubLog, previous: HubLog | undefined): string | undefined {
  if (previous === undefined || previous.blockNumber < log.blockNumber) return undefined;
  if (previous.blockNumber > log.blockNumber) return 'follows one of a later block';
  if (previous.blockHash !== log.blockHash) return 'has another block hash than the one before it';
  return previous.logIndex < log.logIndex ? undefined : 'does not follow the one before it';
}

const BLOCKS_AT_ONCE = 50;

/** The times of the logs' blocks. A time in the log itself saves the question for its block. */
async function readTimes(node: ReportingNode, logs: readonly RawLog[]): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  const missing = new Set<number>();
  for (const { blockNumber, blockTimestamp } of logs) {
    const block = parseQuantity(blockNumber, 'the block of a log');
    if (blockTimestamp === undefined || blockTimestamp === null) missing.add(block);
    else if (!times.has(block)) times.set(block, parseQuantity(blockTimestamp, 'the time of a log'));
  }
  const requested = [...missing].filter((block) => !times.has(block));
  for (let start = 0; start < requested.length; start += BLOCKS_AT_ONCE) {
    const part = requested.slice(start, start + BLOCKS_AT_ONCE);
    const blocks = await Promise.all(
      part.map((block) => query(node, 'eth_getBlockByNumber', [toQuantity(block), false])),
    );
    for (const [index, block] of blocks.entries())
      times.set(
        part[index] as number,
        parseQuantity((block as RawLog | null)?.['timestamp'], 'the time of a block'),
      );
  }
  return times;
}
