import { keccak256 } from 'ethers/crypto';
import type { SignedTransaction } from '../ports/transaction-signer.ts';
import type { TransactionToSign } from '../../core/wallets/signing-policy.ts';
import { encodeRlp, toRlpNumber, type RlpItem } from './rlp.ts';
import { signDigest } from './secp256k1.ts';

const TYPE = Buffer.of(2);
const NO_VALUE = new Uint8Array();
const NO_ACCESS_LIST: readonly RlpItem[] = [];

/** Signs an EIP-1559 transaction that sends no value. */
export function signTransaction(transaction: TransactionToSign, privateKey: Uint8Array): SignedTransaction {
  const fields = toFields(transaction);
  const digest = fromHex(keccak256(Buffer.concat([TYPE, encodeRlp(fields)])));
  const { r, s, yParity } = signDigest(digest, privateKey);
  const signature = [toRlpNumber(BigInt(yParity)), withoutLeadingZeros(r), withoutLeadingZeros(s)];
  const raw = Buffer.concat([TYPE, encodeRlp([...fields, ...signature])]);
  return { raw: `0x${raw.toString('hex')}`, hash: keccak256(raw) };
}

function toFields(transaction: TransactionToSign): RlpItem[] {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to, data } = transaction;
  const numbers = [chainId, BigInt(nonce), maxPriorityFeePerGas, maxFeePerGas, gasLimit].map(toRlpNumber);
  return [...numbers, fromHex(to), NO_VALUE, fromHex(data), NO_ACCESS_LIST];
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start === -1 ? NO_VALUE : bytes.subarray(start);
}
