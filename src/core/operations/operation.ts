import type { ErrorCode, ErrorValues } from '../errors.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import type { ChainCall } from '../chain/chain-call.ts';

/**
 * The status of an operation. CONFIRMED (at the configured depth), FINALIZED and FAILED are outcomes. Only a reorganisation
 * deeper than the confirmations moves CONFIRMED back to SENT; then the operation is sent again.
 */
export const OPERATION_STATUSES = ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED', 'FAILED'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** Why an operation failed: an error of the contracts, never a missing response. */
export interface OperationError {
  readonly code: ErrorCode;
  readonly reason?: string;
  readonly message: string;
  readonly values?: ErrorValues;
}

/** The named values of a success from the contracts' events, such as the round or a new passport's id. */
export type OperationResult = Readonly<Record<string, string | number | boolean>>;

/** Why an open operation waits; it continues by itself when the reason is gone. */
export const OPERATION_HOLDS = [
  'RPC_DOWN',
  'RPC_LAGGING',
  'GAS_TOO_HIGH',
  'INSUFFICIENT_FUNDS',
  'SIGNER_PAUSED',
] as const;
export type OperationHold = (typeof OPERATION_HOLDS)[number];

/** The provider's request behind an operation. */
export interface OperationRequest {
  /** The endpoint's last path segment, such as issue-entries. */
  readonly endpoint: string;
  /** The facts of the request that every response contains, independent of the contracts. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** The public texts of a giveaway or a round, stored under their hash, which alone is on chain. */
export interface PublicText {
  readonly hash: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** A provider's own reference of a change of entries, which only this provider can read; its hash is on chain. */
export interface Evidence {
  /** keccak256 of the salt followed by the reference in UTF-8: it names the reference only to those who have the salt. */
  readonly hash: string;
  /** 32 random bytes, 0x hex. */
  readonly salt: string;
  readonly providerId: string;
  readonly evidence: string;
}

/** A change of the chain to be accepted, then carried out exactly once. */
export interface NewOperation {
  readonly id: string;
  /** The provider's key on chain: 32 bytes, 0x hex. */
  readonly providerKey: string;
  /** The wallet that signs, EIP-55. */
  readonly signer: string;
  readonly call: ChainCall;
  /** The place of its hub; absent for the hub of the giveaway or passport of the call, else the current one. */
  readonly hub?: number;
  /** What all repetitions of a request with an Idempotency-Key have in common, and no other request; absent without a key. */
  readonly repetition?: string | undefined;
  /** Absent when the operator or the service itself created the operation. */
  readonly request?: OperationRequest | null;
  /** Stored with the operation, unless the text is stored already. */
  readonly publicText?: PublicText | null;
  readonly evidence?: Evidence | null;
  /** The audit entry that is written when the operation is accepted; its actor is the requester. */
  readonly audit?: AuditEntry;
}

export interface Operation extends NewOperation {
  readonly request: OperationRequest | null;
  /** The requester as the audit log names it, such as key:<id>; null when it is not known. */
  readonly requestedBy: string | null;
  readonly status: OperationStatus;
  readonly error: OperationError | null;
  /** Null until it is mined. */
  readonly result: OperationResult | null;
  readonly hold: OperationHold | null;
  /** The mined transaction, else the one that was sent last; null while there is none. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  /** The hash of that block, by which a reader recognises a reorganisation. */
  readonly blockHash: string | null;
  /** The number of blocks from its own block to the head, both included; 0 until it is mined. */
  readonly confirmations: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether the operation's outcome is known. */
export function isSettled({ status }: Pick<Operation, 'status'>): boolean {
  return status === 'CONFIRMED' || status === 'FINALIZED' || status === 'FAILED';
}

/** The state of an operation that was just accepted. */
export function toQueued(operation: NewOperation, now: Date): Operation {
  return {
    ...operation,
    request: operation.request ?? null,
    requestedBy: operation.audit?.actor ?? null,
    status: 'QUEUED',
    error: null,
    result: null,
    hold: null,
    transactionHash: null,
    blockNumber: null,
    blockHash: null,
    confirmations: 0,
    createdAt: now,
    updatedAt: now,
  };
}
