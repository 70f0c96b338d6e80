import { Transaction } from 'ethers/transaction';
import type { QueuedOperation } from '../../../ports/lane-store.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { showsEffect, toOutcomes } from '../outcomes.ts';
import { toDraft } from '../submit/group.ts';
import { isReceipt } from '../../rpc/receipt.ts';
import { callAll } from '../../rpc/rpc-chunks.ts';
import { hasKeyInHub } from './trace.ts';

/**
 * Stores a transaction of this lane's signer that the outbox does not know, with its signed bytes as the node returns them: the
 * database was restored from a backup that is older than it. Returns its id; undefined when it does not prove that the operation
 * took effect, or is not of this signer. Throws RpcUnreachable.
 */
export async function storeLost(
  { rpc, store, note }: OutboxContext,
  { lane }: Pick<LaneState, 'lane'>,
  operation: QueuedOperation,
  hash: string,
): Promise<number | undefined> {
  const [response, receipt] = await callAll(rpc, [
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ]);
  const signed = toSigned(response, hash);
  if (signed?.from !== lane.signer || signed.to === null || !isReceipt(receipt)) return undefined;
  const isSame = hasKeyInHub(operation) || signed.data === toDraft([operation]).data;
  const [outcome] = toOutcomes([operation], receipt, signed.to);
  const isProof = receipt.status === '0x1' && outcome !== undefined && showsEffect(outcome);
  if (!isSame || !isProof) return undefined;
  const known = await store.atNonce(lane, signed.nonce);
  // Another operation of the same transaction may have stored it meanwhile.
  if (known) return known.hashes.includes(hash) ? known.id : undefined;
  const fees = toFees(signed);
  const transaction = {
    nonce: signed.nonce,
    to: signed.to,
    data: signed.data,
    gasLimit: Number(signed.gasLimit),
  };
  const [id] = await store.reserve(lane, [{ ...transaction, ...fees, operationIds: [] }]);
  if (id === undefined) return undefined;
  await store.saveSigned(lane, [{ transactionId: id, attempt: 1, raw: signed.serialized, hash }]);
  note('adopted', { signer: lane.signer, nonce: signed.nonce, transaction: hash });
  return id;
}

/** The signed transaction in a node's response; undefined when it is not of the kind that this service signs. */
export function toSigned(response: unknown, hash: string): Transaction | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const { nonce, to, input, gas, value, chainId, maxFeePerGas, maxPriorityFeePerGas, r, s, yParity, v } =
    response as Readonly<Record<string, string>>;
  try {
    const signed = Transaction.from({
      type: 2,
      nonce: Number(nonce),
      to: to ?? null,
      data: input ?? '0x',
      gasLimit: gas ?? 0,
      value: value ?? 0,
      chainId: chainId ?? 0,
      maxFeePerGas: maxFeePerGas ?? 0,
      maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0,
      signature: { r: toWord(r), s: toWord(s), yParity: Number(yParity ?? v) === 1 ? 1 : 0 },
    });
    return signed.hash === hash ? signed : undefined;
  } catch {
    return undefined;
  }
}

/** The fees that a transaction offers, wei per gas. */
export function toFees({ maxFeePerGas, maxPriorityFeePerGas }: Transaction) {
  return { maxFeePerGas: maxFeePerGas ?? 0n, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}

/** A quantity of JSON-RPC, which has no leading zeros, as 32 bytes. */
function toWord(quantity = '0x'): string {
  return `0x${quantity.slice(2).padStart(64, '0')}`;
}
