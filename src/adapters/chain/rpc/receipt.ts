/** A log in JSON-RPC. */
export interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The fields of a receipt that the outbox reads; numbers are 0x hex. */
export interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly status: string;
  readonly gasUsed: string;
  /** Wei per gas; absent on old nodes. */
  readonly effectiveGasPrice?: string;
  readonly logs: readonly RpcLog[];
}

/** Whether an answer is a receipt of a mined transaction. */
export function isReceipt(answer: unknown): answer is RpcReceipt {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'blockHash' in answer &&
    typeof answer.blockHash === 'string'
  );
}
