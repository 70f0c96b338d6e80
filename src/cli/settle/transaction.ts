import { secp256k1 } from '@noble/curves/secp256k1.js';
import { RLP } from '@ethereumjs/rlp';
import { setTimeout as after } from 'node:timers/promises';
import { toTransactionGas } from '../../core/chain/transaction-gas.ts';
import { query, parseQuantity, type ReportingNode } from '../../verification/node/chain-node.ts';
import { encodeHex, keccak256, toBytes } from '../../verification/abi/hex.ts';
import { Failure } from '../failure.ts';

/** A transaction of one call, ready to be signed. */
export interface PreparedCall {
  readonly from: string;
  readonly gas: bigint;
  /** Whether a transaction may not have so much gas. */
  readonly isTooLarge: boolean;
  /** What it costs at most, in wei. */
  readonly cost: bigint;
  readonly fields: readonly (bigint | Uint8Array | readonly never[])[];
}

/** The receipt of a transaction. */
export interface PaidCall {
  readonly transactionHash: string;
  /** In wei. */
  readonly cost: bigint;
}

const POLLING_MS = 500;
const LONGEST_WAIT_MS = 300_000;
const EIP_1559 = 2;

/** Tries the call on the newest state and prices it, with a margin for the base fee to double. Throws Failure when it would fail. */
async function prepareCall(
  node: ReportingNode,
  key: string,
  call: { readonly to: string; readonly data: string; readonly chainId: bigint },
): Promise<PreparedCall> {
  const { to, data, chainId } = call;
  const from = addressOf(key);
  const quantity = async (method: string, params: readonly unknown[]) =>
    BigInt(String(await query(node, method, params)));
  const [gas, nonce, tip, block, balance] = await Promise.all([
    quantity('eth_estimateGas', [{ from, to, data }]),
    quantity('eth_getTransactionCount', [from, 'pending']),
    quantity('eth_maxPriorityFeePerGas', []),
    query(node, 'eth_getBlockByNumber', ['latest', false]),
    quantity('eth_getBalance', [from, 'latest']),
  ]);
  const { baseFeePerGas, gasLimit } = block as {
    readonly baseFeePerGas?: string;
    readonly gasLimit?: string;
  };
  const fee = 2n * BigInt(baseFeePerGas ?? 0) + tip;
  const limit = (gas * 6n) / 5n;
  const cost = limit * fee;
  if (balance < cost)
    throw new Failure(
      'INSUFFICIENT_FUNDS',
      `The wallet ${from} has ${toCoins(balance)} coins, and the transaction can cost ${toCoins(cost)}.`,
    );
  return {
    from,
    gas,
    isTooLarge: gasLimit !== undefined && limit > BigInt(toTransactionGas(Number(gasLimit))),
    cost,
    fields: [chainId, nonce, tip, fee, limit, toBytes(to), 0n, toBytes(data), []],
  };
}

/** Prepares the first of these calls that is possible: others need too much gas or money. Throws Failure when none is. */
export async function prepareFirst(
  node: ReportingNode,
  key: string,
  {
    to,
    chainId,
    calls,
  }: { readonly to: string; readonly chainId: bigint; readonly calls: readonly string[] },
): Promise<PreparedCall> {
  const [data = '', ...others] = calls;
  try {
    const call = await prepareCall(node, key, { to, data, chainId });
    if (!call.isTooLarge || others.length === 0) return call;
  } catch (error) {
    if (others.length === 0) throw error;
  }
  return prepareFirst(node, key, { to, chainId, calls: others });
}

/** Signs and sends the transaction, and waits until it is mined. Throws Failure when it fails, or is not mined in five minutes. */
export async function sendCall(
  node: ReportingNode,
  key: string,
  { fields }: PreparedCall,
): Promise<PaidCall> {
  const digest = keccak256(encodeHex(encode(fields)));
  const signature = secp256k1.sign(toBytes(digest), toBytes(key), {
    prehash: false,
    lowS: true,
    format: 'recovered',
  });
  const number = (start: number, end: number) => BigInt(encodeHex(signature.subarray(start, end)));
  const raw = encodeHex(encode([...fields, BigInt(signature[0] ?? 0), number(1, 33), number(33, 65)]));
  const hash = keccak256(raw);
  await query(node, 'eth_sendRawTransaction', [raw]);
  for (const deadline = Date.now() + LONGEST_WAIT_MS; Date.now() < deadline; await after(POLLING_MS)) {
    const receipt = (await query(node, 'eth_getTransactionReceipt', [hash])) as Record<
      string,
      unknown
    > | null;
    if (receipt === null) continue;
    const { status, gasUsed, effectiveGasPrice } = receipt;
    if (status !== '0x1')
      throw new Failure('FAILED', `The transaction ${hash} failed: somebody else may have been first.`);
    const price = BigInt(String(effectiveGasPrice));
    return { transactionHash: hash, cost: BigInt(parseQuantity(gasUsed, 'the gas')) * price };
  }
  throw new Failure(
    'NOT_MINED',
    `The transaction ${hash} is not mined yet: look for it before you send another one.`,
  );
}

/** The address of a private key. Throws Failure for another text, which its message does not repeat. */
function addressOf(key: string): string {
  try {
    return `0x${keccak256(encodeHex(secp256k1.getPublicKey(toBytes(key), false).subarray(1))).slice(-40)}`;
  } catch {
    throw new Failure('INVALID_KEY', 'That is no private key: 64 hexadecimal digits, with or without 0x.');
  }
}

/** Wei as coins, without zeros at the end. */
export function toCoins(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
}

function encode(fields: PreparedCall['fields']): Uint8Array {
  return Uint8Array.from([EIP_1559, ...RLP.encode(fields as Parameters<typeof RLP.encode>[0])]);
}
