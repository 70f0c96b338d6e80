import { keccakOfText, wordOf } from '../abi/hex.ts';
import { readWords, type Words } from '../abi/words.ts';
import { callView, readCode, toCallData, type ReportingNode } from '../node/chain-node.ts';
import type { DrawEvidence } from '../evidence.ts';
import { VerificationError } from '../verification-error.ts';

/** Who could change the entries of a giveaway, as a node reports it. Addresses are in lower case, times Unix seconds. */
export interface Signers {
  /** The signers that changed entries. */
  readonly signers: readonly {
    readonly address: string;
    readonly changes: number;
    /** Since when it acts for the provider; 0 when it no longer does. */
    readonly activeFrom: number;
  }[];
  /** How many more signers changed entries; they were not read. */
  readonly others: number;
  /** Who registers signers. */
  readonly owner: string;
  /** Whether the owner is a contract, such as a multi-signature wallet. */
  readonly isContract: boolean;
  /** The seconds that every act of the owner waits, when it is a timelock. */
  readonly ownerDelay?: number;
  /** Who becomes the owner as soon as it accepts. */
  readonly nextOwner?: string;
  /** The seconds until a new signer acts while the provider has open giveaways or undelivered prizes. */
  readonly signerDelay: number;
}

const MAX_READ = 100;

/** Reads which signers changed entries, and who can add one; undefined when the node does not tell. */
export async function readSigners(
  node: ReportingNode,
  hub: string,
  { creation: { provider }, participants }: Pick<DrawEvidence, 'creation' | 'participants'>,
  block: number,
): Promise<Signers | undefined> {
  if (participants === undefined) return undefined;
  const view = async (to: string, signature: string, words: readonly string[] = []): Promise<Words> => {
    const data = toCallData(keccakOfText(signature), words);
    return readWords(await callView(node, { to, data, block }), `the result of ${signature}`);
  };
  try {
    const [owner, next, delay] = await Promise.all([
      view(hub, 'owner()'),
      view(hub, 'pendingOwner()'),
      view(hub, 'signerDelay()'),
    ]);
    const signers = [...participants.signers].slice(0, MAX_READ).map(async ([signer, changes]) => {
      const found = await view(hub, 'signerActiveFrom(bytes32,address)', [provider, `0x${wordOf(signer)}`]);
      return { address: toAddress(signer), changes, activeFrom: found.number(0) };
    });
    const isContract = (await readCode(node, owner.address(0), block)) !== '0x';
    const ownerDelay = isContract
      ? await view(owner.address(0), 'getMinDelay()').then(
          (words) => words.number(0),
          // Another contract than a timelock.
          () => undefined,
        )
      : undefined;
    return {
      signers: await Promise.all(signers),
      others: participants.signers.size - signers.length,
      owner: owner.address(0),
      isContract,
      ...(ownerDelay !== undefined && { ownerDelay }),
      ...(next.uint(0) !== 0n && { nextOwner: next.address(0) }),
      signerDelay: delay.number(0),
    };
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}

function toAddress(value: bigint): string {
  return `0x${wordOf(value).slice(-40)}`;
}
