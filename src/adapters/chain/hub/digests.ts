import { AbiCoder } from 'ethers/abi';
import { getAddress } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { id } from 'ethers/hash';
import { concat, hexlify, toUtf8Bytes } from 'ethers/utils';
import { createHash, randomBytes } from 'node:crypto';
import type { Digests } from '../../../core/values/digests.ts';

const KEY_TYPES = ['bytes32', 'string'];

/** The hash functions of the chain. */
export const digests: Digests = {
  keccak256: id,
  saltedKeccak256(text) {
    const salt = hexlify(randomBytes(32));
    return { salt, hash: keccak256(concat([salt, toUtf8Bytes(text)])) };
  },
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  giveawayKey: (providerKey, externalId) =>
    keccak256(AbiCoder.defaultAbiCoder().encode(KEY_TYPES, [providerKey, externalId])),
  checksumAddress(address) {
    if (!/^0x[\da-fA-F]{40}$/.test(address)) return undefined;
    try {
      return getAddress(address);
    } catch {
      return undefined;
    }
  },
};
