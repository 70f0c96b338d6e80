import type { Schedule } from '../../core/rounds/schedule.ts';
import { keccak256, keccakOfText, wordOf } from '../abi/hex.ts';
import { readWords, wordsOf } from '../abi/words.ts';
import { ANNOUNCEMENTS } from '../contracts/built-contracts.ts';
import { callView, toCallData, type ReportingNode } from '../node/chain-node.ts';
import { readWidest, type HubLog } from '../node/logs.ts';
import { VerificationError } from '../verification-error.ts';

/** A drawn giveaway in the list of its provider. */
export interface Announcement {
  /** The contract that announced it, in lower case. */
  readonly hub: string;
  readonly giveaway: string;
  /** When it was announced, in Unix seconds. */
  readonly timestamp: number;
  readonly blockNumber: number;
  readonly schedule: Schedule;
  readonly beacon: string;
  readonly beaconMargin: number;
}

/** The drawn giveaways that a provider announced, over all hubs of the chain. */
export interface AnnouncedList {
  readonly announcements: readonly Announcement[];
  /** How many there are, also those with numbers that no hub accepts. */
  readonly total: number;
  /**
   * Whether the list is whole: its hash is `proved` in the state of a block, or `reported` by the node; `incomplete` when
   * announcements are missing.
   */
  readonly basis: 'proved' | 'reported' | 'incomplete';
}

interface ListQuestion {
  readonly chainId: bigint;
  /** The provider's 32 bytes. */
  readonly provider: string;
  /** Where the search begins when the node refuses to search all blocks. */
  readonly fromBlock: number;
  readonly toBlock: number;
  /** The hash of the list in the state of the block, when it is proved. */
  readonly head?: string | undefined;
}

const ANNOUNCED = keccakOfText(
  'GiveawayAnnounced(bytes32,address,bytes32,uint64,uint64,(uint64,uint64,uint32,uint32,address,uint32))',
);
const EMPTY = `0x${wordOf(0)}`;

/** Reads the list of a provider, and compares its hash with the one that the chain keeps. Throws VerificationError. */
export async function readAnnounced(node: ReportingNode, question: ListQuestion): Promise<AnnouncedList> {
  const { provider, fromBlock, toBlock } = question;
  const [head, { logs }] = await Promise.all([
    question.head ?? readHead(node, provider, toBlock),
    readWidest(node, {
      hub: ANNOUNCEMENTS.address,
      topics: [[ANNOUNCED], [provider]],
      fromBlock,
      toBlock,
    }),
  ]);
  const isWhole = hashOfList(question, logs) === head;
  return {
    announcements: logs.flatMap(toAnnouncement),
    total: logs.length,
    basis: !isWhole ? 'incomplete' : question.head === undefined ? 'reported' : 'proved',
  };
}

/** The hash of a list: each event continues it with chain, provider, hub, giveaway and its data. */
function hashOfList({ chainId }: ListQuestion, logs: readonly HubLog[]): string {
  return logs.reduce((previous, { topics, data }) => {
    const words = [wordOf(chainId), ...topics.slice(1).map((topic) => topic.slice(2))].join('');
    return keccak256(`${previous}${words}${data.slice(2)}`);
  }, EMPTY);
}

/** As the node says; a chain without the lists has an empty one. */
async function readHead(node: ReportingNode, provider: string, block: number): Promise<string> {
  const data = toCallData(keccakOfText('headOf(bytes32)'), [provider]);
  const result = await callView(node, { to: ANNOUNCEMENTS.address, data, block });
  return result === '0x' ? EMPTY : readWords(result, 'the result of headOf').bytes32(0);
}

/** None for numbers that no hub accepts: anybody can append to the list of any provider. */
function toAnnouncement(log: HubLog): Announcement[] {
  try {
    return [decode(log)];
  } catch (error) {
    if (error instanceof VerificationError) return [];
    throw error;
  }
}

function decode({ topics, data, blockNumber }: HubLog): Announcement {
  const words = wordsOf(data, 'an announcement');
  const endTime = words.number(3);
  return {
    hub: wordsOf(topics[2] ?? '0x', 'an announcement').address(0),
    giveaway: topics[3] ?? '',
    timestamp: words.number(1),
    blockNumber,
    schedule: {
      startsAt: words.number(2) * 1000,
      endsAt: endTime === 0 ? undefined : endTime * 1000,
      everyDays: words.number(4, 32),
      activeDays: words.number(5, 32),
    },
    beacon: words.address(6),
    beaconMargin: words.number(7, 32),
  };
}
