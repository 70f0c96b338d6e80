import { getAddress } from 'ethers/address';
import { LRUCache } from 'lru-cache';

// The checksum costs a hash, and most logs contain the same wallets.
const known = new LRUCache<string, string>({ max: 20_000 });

/** The EIP-55 form of an address of 40 lower-case hexadecimal digits. */
export function toChecksummed(digits: string): string {
  let address = known.get(digits);
  if (address === undefined) {
    address = getAddress(`0x${digits}`);
    known.set(digits, address);
  }
  return address;
}
