import { ask, toDigits, toQuantity, type ReportingNode, type ReportedBlock } from '../node/chain-node.ts';
import { encodeHeader } from './header.ts';
import { HUB_SLOTS } from '../contracts/built-contracts.ts';
import { slotOf, type MerkleProof } from './state-proof.ts';
import { VerificationError } from '../verification-error.ts';

/** The parts of a block's state that prove a draw. */
export interface StateProof {
  /** The block's header in RLP. */
  readonly header: string;
  /** The proofs of the three accounts. */
  readonly hub: MerkleProof;
  readonly passport: MerkleProof;
  readonly beacon: MerkleProof;
  /** The proofs of the hub's slots. */
  readonly history: MerkleProof;
  readonly outcome: MerkleProof;
}

/** The contracts and the draw that a state is proved for. */
export interface ProvedDraw {
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly giveaway: string;
  readonly round: number;
}

/** The slots of the hub that hold a giveaway's history and a round's outcome. */
export function slotsOf({ giveaway, round }: Pick<ProvedDraw, 'giveaway' | 'round'>) {
  return {
    history: slotOf(HUB_SLOTS.history, giveaway),
    outcome: slotOf(slotOf(HUB_SLOTS.outcomes, giveaway), round),
  };
}

/** Reads the proofs (EIP-1186) of a block's state. Throws VerificationError when the node does not give them. */
export async function readState(
  node: ReportingNode,
  block: ReportedBlock,
  draw: ProvedDraw,
): Promise<StateProof> {
  const slots = slotsOf(draw);
  const read = (address: string, keys: readonly string[]) =>
    ask(node, 'eth_getProof', [address, keys, toQuantity(block.number)]);
  const [hub, passport, beacon] = await Promise.all([
    read(draw.hub, [slots.history, slots.outcome]),
    read(draw.passport, []),
    read(draw.beacon, []),
  ]);
  return {
    header: encodeHeader(block),
    hub: toProof(fieldOf(hub, 'accountProof')),
    passport: toProof(fieldOf(passport, 'accountProof')),
    beacon: toProof(fieldOf(beacon, 'accountProof')),
    history: storageProof(hub, 0),
    outcome: storageProof(hub, 1),
  };
}

function storageProof(answer: unknown, index: number): MerkleProof {
  const slots = fieldOf(answer, 'storageProof');
  return toProof(Array.isArray(slots) ? fieldOf(slots[index], 'proof') : undefined);
}

/** The nodes of a proof from JSON. Throws VerificationError. */
export function toProof(value: unknown): MerkleProof {
  if (!Array.isArray(value)) throw new VerificationError('MALFORMED', 'A Merkle proof is missing.');
  return value.map((node) => toDigits(node, 'a node of a Merkle proof'));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
