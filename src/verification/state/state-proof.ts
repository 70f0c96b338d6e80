import { verifyMerkleProof } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { isHex, keccak256, toBytes, encodeHex, wordOf } from '../abi/hex.ts';

/** The nodes of a Merkle proof from the root to the value, in RLP as 0x hexadecimal. */
export type MerkleProof = readonly string[];

/** What the state contains for an account. */
export interface ProvedAccount {
  readonly storageRoot: string;
  readonly codeHash: string;
}

const MAX_NODES = 70;

/** Proves an account of a state; undefined when the proof is not one of an account in this state. */
export async function proveAccount(
  stateRoot: string,
  address: string,
  proof: MerkleProof,
): Promise<ProvedAccount | undefined> {
  const value = await prove(stateRoot, address, proof);
  if (value === undefined || value === null) return undefined;
  try {
    const fields = RLP.decode(value);
    if (!Array.isArray(fields) || fields.length !== 4) return undefined;
    const [, , storageRoot, codeHash] = fields.map((field) => encodeHex(field as Uint8Array));
    return isHex(storageRoot, 32) && isHex(codeHash, 32) ? { storageRoot, codeHash } : undefined;
  } catch {
    return undefined;
  }
}

/** Proves the word of a storage slot, zero when it is empty; undefined when the proof is not one of this storage. */
export async function proveSlot(
  storageRoot: string,
  slot: string,
  proof: MerkleProof,
): Promise<string | undefined> {
  const value = await prove(storageRoot, slot, proof);
  if (value === undefined) return undefined;
  if (value === null) return `0x${wordOf(0)}`;
  try {
    const word = RLP.decode(value);
    return word instanceof Uint8Array && word.length <= 32
      ? `0x${encodeHex(word).slice(2).padStart(64, '0')}`
      : undefined;
  } catch {
    return undefined;
  }
}

/** The slot of a key in a mapping (Solidity's layout of state variables). */
export function slotOf(mapping: string | number, key: string | number): string {
  const [keyWord, slotWord] = [key, mapping].map((value) =>
    typeof value === 'number' ? wordOf(value) : value.slice(2).padStart(64, '0'),
  );
  return keccak256(`0x${keyWord}${slotWord}`);
}

/** The value under a key, null when the trie has none; undefined when the proof is wrong. */
async function prove(root: string, key: string, proof: MerkleProof): Promise<Uint8Array | null | undefined> {
  if (proof.length === 0 || proof.length > MAX_NODES) return undefined;
  try {
    return await verifyMerkleProof(
      toBytes(key),
      proof.map((node) => toBytes(node)),
      { root: toBytes(root), useKeyHashing: true },
    );
  } catch {
    return undefined;
  }
}
