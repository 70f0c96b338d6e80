import { id as keccakOfText } from 'ethers';

const known = new WeakMap<{ readonly id: string }, string>();

/** An operation's key on the chain, 32 bytes as 0x hex, the same in every attempt. */
export function toOpKey(operation: { readonly id: string }): string {
  let key = known.get(operation);
  if (key === undefined) {
    // The hash is the most expensive part of encoding an entry's change, and is needed again for the receipt.
    key = keccakOfText(operation.id);
    known.set(operation, key);
  }
  return key;
}
