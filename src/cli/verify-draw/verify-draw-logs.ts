import { Interface, type JsonRpcProvider, type LogDescription } from 'ethers';
import { Failure } from '../failure.ts';

/** The events of the hub that a draw depends on. */
const EVENTS = new Interface([
  'event GiveawayCreated(bytes32 indexed giveaway, bytes32 indexed provider, address indexed signer, tuple(string externalId, uint64 startTime, uint64 endTime, uint8 determination, bool requiresHandshake, bool providerPaysReceiptGas, bool entriesCarryOver, uint32 everyDays, uint32 activeDays, address beacon, uint32 beaconMargin, bytes32 metadataHash, string metadataUri) options)',
  'event EntriesChanged(bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, bytes32 opKey, bool removed, uint32 amount, uint32 entries, uint32 roundTotal, uint32 leaf, uint16 reasonCode, bytes32 evidence, address owner, address signer)',
  'event WinnerDrawn(bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, address owner, uint64 beaconRound, bytes signature, bytes32 randomness, uint32 total, uint32 ticket)',
]);

type EventName = 'GiveawayCreated' | 'EntriesChanged' | 'WinnerDrawn';

/** An event of one giveaway, with the time of its block in seconds. */
export interface GiveawayEvent {
  readonly name: string;
  readonly args: LogDescription['args'];
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly transactionHash: string;
  readonly timestamp: number;
}

interface RawLog {
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly logIndex: string;
  readonly transactionHash: string;
  /** Absent from the answers of some nodes. */
  readonly blockTimestamp?: string;
}

interface LogQuestion {
  readonly provider: JsonRpcProvider;
  readonly hub: string;
  readonly giveaway: string;
  readonly fromBlock: number;
}

/** All events of a giveaway that a draw depends on, in the order of the chain. Throws Failure. */
export async function readEvents(question: LogQuestion): Promise<GiveawayEvent[]> {
  const latest = await question.provider.getBlockNumber();
  const names: readonly EventName[] = ['GiveawayCreated', 'EntriesChanged', 'WinnerDrawn'];
  const topics = [names.map((name) => topicOf(name)), question.giveaway];
  const logs = await readLogs(question, topics, question.fromBlock, latest);
  const times = await readTimes(question.provider, logs);
  return logs
    .map((log) => {
      const { name, args } = EVENTS.parseLog(log) as LogDescription;
      const blockNumber = Number(log.blockNumber);
      const timestamp = times.get(blockNumber) as number;
      return {
        name,
        args,
        blockNumber,
        logIndex: Number(log.logIndex),
        transactionHash: log.transactionHash,
        timestamp,
      };
    })
    .toSorted((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex);
}

function topicOf(name: EventName): string {
  return EVENTS.getEvent(name)?.topicHash ?? '';
}

/** Reads logs; halves the range of blocks when the node refuses it. */
async function readLogs(
  question: LogQuestion,
  topics: readonly (string | readonly string[])[],
  from: number,
  to: number,
): Promise<RawLog[]> {
  const { provider, hub } = question;
  const hex = (block: number) => `0x${block.toString(16)}`;
  try {
    const filter = { address: hub, topics, fromBlock: hex(from), toBlock: hex(to) };
    return (await provider.send('eth_getLogs', [filter])) as RawLog[];
  } catch (error) {
    if (from >= to)
      throw new Failure('RPC_FAILED', `The node does not return logs: ${String(error)}`, {}, error);
  }
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await readLogs(question, topics, from, middle)),
    ...(await readLogs(question, topics, middle + 1, to)),
  ];
}

const BLOCKS_AT_ONCE = 50;

async function readTimes(provider: JsonRpcProvider, logs: readonly RawLog[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const { blockNumber, blockTimestamp } of logs)
    if (blockTimestamp !== undefined) times.set(Number(blockNumber), Number(blockTimestamp));
  const missing = [...new Set(logs.map(({ blockNumber }) => Number(blockNumber)))].filter(
    (block) => !times.has(block),
  );
  for (let start = 0; start < missing.length; start += BLOCKS_AT_ONCE) {
    const part = missing.slice(start, start + BLOCKS_AT_ONCE);
    for (const block of await Promise.all(part.map((number) => provider.getBlock(number))))
      if (block) times.set(block.number, block.timestamp);
  }
  return times;
}
