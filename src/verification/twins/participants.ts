import { topicWord } from '../abi/events.ts';
import { wordsOf } from '../abi/words.ts';
import type { ReportingNode } from '../node/chain-node.ts';
import { readLogs, TOPICS, toTopic, type HubLog } from '../node/logs.ts';

/** Who took part in a giveaway, as its events EntriesChanged say. Addresses are numbers, which keep no text of a log in memory. */
export interface Participants {
  /** The wallets that owned passports when their entries changed. */
  readonly wallets: ReadonlySet<bigint>;
  /** The signers that changed entries, with the number of their changes. */
  readonly signers: ReadonlyMap<bigint, number>;
}

const OWNER = 9;
const SIGNER = 10;
const ADDRESS_BITS = 160;

/** The changes of a giveaway's entries. Throws VerificationError. */
export async function readReportedChanges(
  node: ReportingNode,
  { hub, giveaway }: { readonly hub: string; readonly giveaway: string },
  blocks: { readonly fromBlock: number; readonly toBlock: number },
): Promise<readonly HubLog[]> {
  const topics = [[TOPICS.EntriesChanged], [toTopic(giveaway)]];
  return (await readLogs(node, { hub, topics, ...blocks })).logs;
}

/** Gathers who took part. Throws VerificationError. */
export function participantsOf(logs: readonly HubLog[]): Participants {
  const wallets = new Set<bigint>();
  const signers = new Map<bigint, number>();
  for (const { data } of logs) {
    const words = wordsOf(data);
    const signer = words.uint(SIGNER, ADDRESS_BITS);
    wallets.add(words.uint(OWNER, ADDRESS_BITS));
    signers.set(signer, (signers.get(signer) ?? 0) + 1);
  }
  return { wallets, signers };
}

/** How many passports of these events took part in another giveaway too: by themselves, or by the wallets that owned them. */
export function countShared(
  logs: readonly HubLog[],
  other: { readonly wallets: ReadonlySet<bigint>; readonly passports: ReadonlySet<bigint> },
): number {
  const shared = new Set<bigint>();
  for (const log of logs) {
    const passport = topicWord(log, 3).uint(0, 64);
    if (other.passports.has(passport) || other.wallets.has(wordsOf(log.data).uint(OWNER, ADDRESS_BITS)))
      shared.add(passport);
  }
  return shared.size;
}
