import { report, type VerificationStep } from '../../core/draws/verify-draw.ts';
import { toChange, toCreation, toDraw } from '../abi/events.ts';
import type { DrawEvidence } from '../evidence.ts';
import { countSources, findBlock, type ReportingNode } from '../node/chain-node.ts';
import { TOPICS, type EventName, type HubLog } from '../node/logs.ts';
import { VerificationError } from '../verification-error.ts';
import type { DrawSite } from '../verify-evidence.ts';
import type { BlockHeader } from './header.ts';
import { proveLog, readLogProof, type LogProof } from './receipts.ts';

/** The proofs of the events whose times decide whether a draw could be known in advance. */
export interface TimeProof {
  readonly creation: LogProof;
  /** The last change of entries that counts for the draw. */
  readonly lastChange: LogProof;
  readonly draw: LogProof;
}

/** What receipts prove about the times of a draw. */
export interface ProvedTimes {
  readonly steps: readonly VerificationStep[];
  /** How many sources confirm the block that fewest confirm. */
  readonly sources: number;
}

/** The last change of entries that counts for a round. */
export function lastChangeOf(
  { changes }: Pick<DrawEvidence, 'changes'>,
  round: number,
): DrawEvidence['changes'][number] | undefined {
  return changes.findLast(({ openRound }) => openRound <= round);
}

/** Reads the proofs of the three events. Throws VerificationError. */
export async function readTimes(
  node: ReportingNode,
  events: Readonly<Record<keyof TimeProof, { readonly blockNumber: number; readonly logIndex: number }>>,
): Promise<TimeProof> {
  const read = async ({ blockNumber, logIndex }: { blockNumber: number; logIndex: number }) => {
    const block = await findBlock(node, blockNumber);
    if (block === undefined)
      throw new VerificationError('NODE_FAILED', `${node.name} does not have the block ${blockNumber}.`);
    return readLogProof(node, block, logIndex);
  };
  const [creation, lastChange, draw] = await Promise.all([
    read(events.creation),
    read(events.lastChange),
    read(events.draw),
  ]);
  return { creation, lastChange, draw };
}

/** Proves that creation, last change and draw happened when the evidence says, in blocks that the nodes have. */
export async function proveTimes(
  site: DrawSite,
  evidence: DrawEvidence,
  { times, nodes }: { readonly times: TimeProof; readonly nodes: readonly ReportingNode[] },
): Promise<ProvedTimes> {
  const claims: [string, LogProof, EventName, object | undefined, (log: HubLog) => object][] = [
    ['creation receipt', times.creation, 'GiveawayCreated', evidence.creation, toCreation],
    ['last change receipt', times.lastChange, 'EntriesChanged', lastChangeOf(evidence, site.round), toChange],
    ['draw receipt', times.draw, 'WinnerDrawn', evidence.draw, toDraw],
  ];
  const headers: BlockHeader[] = [];
  const steps: VerificationStep[] = [];
  for (const [name, proof, event, claimed, decode] of claims) {
    const header = await proveClaim(site, proof, { event, claimed, decode });
    const found = 'in the trie of receipts of its block';
    if (header === undefined) steps.push({ name, found, differs: 'it proves no such event' });
    else {
      headers.push(header);
      steps.push({
        name,
        found: `block ${header.number}, ${new Date(header.timestamp * 1000).toISOString()}`,
      });
    }
  }
  if (headers.length < claims.length) return { steps, sources: 0 };
  const confirmed = await Promise.all(headers.map((header) => confirmBlock(nodes, header)));
  const sources = Math.min(...confirmed.map(({ count }) => count));
  const contradictions = confirmed.flatMap(({ contradiction }) => contradiction ?? []);
  return {
    steps: [...steps, report('receipt blocks', `${sources} sources confirm them`, contradictions)],
    sources,
  };
}

/** The header of the block in which the claimed event happened; undefined when the proof is of anything else. */
async function proveClaim(
  { hub, giveaway }: DrawSite,
  proof: LogProof,
  claim: {
    readonly event: EventName;
    readonly claimed: object | undefined;
    decode(log: HubLog): object;
  },
): Promise<BlockHeader | undefined> {
  const log = await proveLog(proof);
  if (log === undefined || claim.claimed === undefined) return undefined;
  const { header, address, topics, data } = log;
  if (address !== hub || topics[0] !== TOPICS[claim.event] || topics[1] !== giveaway) return undefined;
  // A receipt has neither the index of the log in the block nor the hash of its transaction.
  const { logIndex, transactionHash } = claim.claimed as Partial<HubLog>;
  const place = { blockNumber: header.number, blockHash: header.hash, timestamp: header.timestamp };
  const proved = new Map(
    Object.entries(
      claim.decode({
        ...place,
        event: claim.event,
        topics,
        data,
        logIndex: logIndex ?? -1,
        transactionHash: transactionHash ?? '',
      }),
    ),
  );
  return Object.entries(claim.claimed).every(([name, value]) => proved.get(name) === value)
    ? header
    : undefined;
}

async function confirmBlock(
  nodes: readonly ReportingNode[],
  { number, hash }: BlockHeader,
): Promise<{ readonly count: number; readonly contradiction?: string }> {
  const found = await Promise.all(nodes.map((node) => findBlock(node, number)));
  const other = nodes.filter((_, index) => found[index]?.hash !== hash);
  const count = countSources(nodes.filter((node) => !other.includes(node)));
  const names = other.map(({ name }) => name).join(', ');
  if (nodes.length === 0) return { count, contradiction: `no node was asked for block ${number}.` };
  return { count, ...(other.length > 0 && { contradiction: `${names} has another block ${number}.` }) };
}
