import { decodeRlp, encodeRlp, keccak256 } from 'ethers';

type Item = string | readonly Item[];

/**
 * The value under a key of a Merkle Patricia trie with this root, from the nodes on the way to it; undefined when the trie has
 * none. Throws an Error when the nodes prove nothing.
 */
export function proveValue(root: string, key: string, nodes: readonly string[]): string | undefined {
  let nibbles = key.slice(2);
  let expected: Item = root;
  let index = 0;
  for (;;) {
    const node = resolve(expected, () => nodes[index++]);
    if (node.length === 17) {
      if (nibbles === '') return textOf(node[16]) || undefined;
      expected = node[Number.parseInt(nibbles.slice(0, 1), 16)] as Item;
      nibbles = nibbles.slice(1);
      if (expected === '0x') return undefined;
      continue;
    }
    const path = textOf(node[0]) ?? '';
    const isLeaf = Number.parseInt(path.slice(0, 1), 16) >= 2;
    const rest = path.slice(Number.parseInt(path.slice(0, 1), 16) % 2 === 1 ? 1 : 2);
    if (isLeaf) return nibbles === rest ? `0x${textOf(node[1]) ?? ''}` : undefined;
    if (!nibbles.startsWith(rest)) return undefined;
    nibbles = nibbles.slice(rest.length);
    expected = node[1] as Item;
  }
}

/** A node: embedded in its parent, or the next one of the proof, whose hash the parent has. */
function resolve(expected: Item, next: () => string | undefined): readonly Item[] {
  if (typeof expected !== 'string') return expected;
  const node = next();
  if (node === undefined || keccak256(node) !== expected) throw new Error('A node has another hash.');
  return decodeRlp(node) as readonly Item[];
}

function textOf(item: Item | undefined): string | undefined {
  return typeof item === 'string' ? item.slice(2) : undefined;
}

/** The key of an index in the trie of receipts. */
export function keyOfIndex(index: number): string {
  if (index === 0) return encodeRlp('0x');
  const digits = index.toString(16);
  return encodeRlp(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`);
}
