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

/** Whether a response is a receipt of a mined transaction. */
export function isReceipt(response: unknown): response is RpcReceipt {
  return (
    typeof response === 'object' &&
    response !== null &&
    'blockHash' in response &&
    typeof response.blockHash === 'string'
  );
}
