import { TypedDataEncoder } from 'ethers/hash';
import { recoverAddress } from 'ethers/transaction';
import type { Signatures } from '../../../core/contacts/signatures.ts';

/** Typed data and ECDSA over secp256k1. */
export const signatures: Signatures = {
  digest({ domain, types, message }) {
    const { EIP712Domain: _domain, ...own } = types;
    const fields = Object.fromEntries(Object.entries(own).map(([name, list]) => [name, [...list]]));
    return TypedDataEncoder.hash(domain, fields, message);
  },
  signerOf(digest, signature) {
    try {
      return recoverAddress(digest, signature);
    } catch {
      return undefined;
    }
  },
};
