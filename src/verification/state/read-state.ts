import { query, toDigits, toQuantity, type ReportingNode, type ReportedBlock } from '../node/chain-node.ts';
import { encodeHeader } from './header.ts';
import { MODULES, type KnownHub, type ModuleName } from '../contracts/hub-versions.ts';
import { slotOf, type MerkleProof } from './state-proof.ts';
import { VerificationError } from '../verification-error.ts';

/** The parts of a block's state that prove a draw: also the proofs of the accounts of the hub's modules, if it has them. */
export interface StateProof extends Readonly<Partial<Record<ModuleName, MerkleProof>>> {
  /** The block's header in RLP. */
  readonly header: string;
  /** The proofs of the accounts. */
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
  readonly contracts: KnownHub;
  readonly beacon: string;
  readonly giveaway: string;
  readonly round: number;
}

/** The slots of the hub that hold a giveaway's history and a round's outcome. */
export function slotsOf(
  { giveaway, round }: Pick<ProvedDraw, 'giveaway' | 'round'>,
  { slots }: Pick<KnownHub, 'slots'>,
) {
  return {
    history: slotOf(slots.history, giveaway),
    outcome: slotOf(slotOf(slots.outcomes, giveaway), round),
  };
}

/** Reads the proofs (EIP-1186) of a block's state. Throws VerificationError when the node does not give them. */
export async function readState(
  node: ReportingNode,
  block: ReportedBlock,
  draw: ProvedDraw,
): Promise<StateProof> {
  const { contracts } = draw;
  const slots = slotsOf(draw, contracts);
  const read = (address: string, keys: readonly string[]) =>
    query(node, 'eth_getProof', [address, keys, toQuantity(block.number)]);
  const readAccount = async (address: string) => accountProof(await read(address, []));
  const modules = MODULES.flatMap((module) => {
    const address = contracts.addressOf(module);
    return address === undefined ? [] : [{ module, address }];
  });
  const [hub, passport, beacon, ...proofs] = await Promise.all([
    read(draw.hub, [slots.history, slots.outcome]),
    readAccount(contracts.passport ?? draw.hub),
    readAccount(draw.beacon),
    ...modules.map(({ address }) => readAccount(address)),
  ]);
  return {
    header: encodeHeader(block),
    hub: accountProof(hub),
    passport,
    beacon,
    ...Object.fromEntries(modules.map(({ module }, index) => [module, proofs[index]])),
    history: storageProof(hub, 0),
    outcome: storageProof(hub, 1),
  };
}

/** The proof of the account in a response of eth_getProof. Throws VerificationError, as does the function below. */
export function accountProof(response: unknown): MerkleProof {
  return toProof(fieldOf(response, 'accountProof'));
}

/** The proof of one of its slots. */
export function storageProof(response: unknown, index: number): MerkleProof {
  const slots = fieldOf(response, 'storageProof');
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
