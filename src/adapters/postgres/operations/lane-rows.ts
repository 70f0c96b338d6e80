import type { ChainCall } from '../../../core/chain/chain-call.ts';
import type { LaneTransaction, QueuedOperation, TransactionState } from '../../ports/lane-store.ts';
import type { TextRow } from '../connection/sql.ts';

/** Parses a row of OPERATION_COLUMNS. */
export function toQueuedOperation([
  id,
  sequence,
  signer,
  providerKey,
  call,
  opKey,
  hub,
  earlier,
]: TextRow): QueuedOperation {
  return {
    id: String(id),
    sequence: Number(sequence),
    signer: String(signer),
    providerKey: String(providerKey),
    call: JSON.parse(String(call)) as ChainCall,
    opKey: String(opKey),
    hub: Number(hub),
    earlierTransactions: JSON.parse(String(earlier)),
  };
}

interface AttemptRecord {
  readonly attempt: number;
  readonly maxFee: string;
  readonly tip: string;
  readonly raw: string | null;
  readonly hash: string | null;
}

/** Parses a row of TRANSACTION_COLUMNS. */
export function toTransaction(row: TextRow): LaneTransaction {
  const [
    id,
    nonce,
    to,
    data,
    gasLimit,
    operationIds,
    state,
    blockNumber,
    blockHash,
    hash,
    outOfGas,
    hasRefusals,
    attempts,
  ] = row;
  return {
    id: Number(id),
    nonce: Number(nonce),
    to: String(to),
    data: `0x${data}`,
    gasLimit: Number(gasLimit),
    operationIds: JSON.parse(String(operationIds)),
    state: String(state) as TransactionState,
    mined:
      typeof blockNumber === 'string'
        ? {
            blockNumber: Number(blockNumber),
            blockHash: String(blockHash),
            hash: String(hash),
            outOfGas: outOfGas === true,
            hasRefusals: hasRefusals === true,
          }
        : null,
    attempts: (JSON.parse(String(attempts)) as AttemptRecord[]).map(
      ({ attempt, maxFee, tip, raw, hash }) => ({
        attempt,
        maxFeePerGas: BigInt(maxFee),
        maxPriorityFeePerGas: BigInt(tip),
        signed: raw === null || hash === null ? null : { raw: `0x${raw}`, hash },
      }),
    ),
  };
}
