import type { ErrorCode, ErrorValues } from '../errors.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import type { ChainCall } from '../chain/chain-call.ts';

/**
 * How far an operation is. CONFIRMED (at the chain's depth), FINALIZED and FAILED are answers; only a reorganisation
 * deeper than the confirmations takes CONFIRMED back to SENT, and then it is sent again.
 */
export const OPERATION_STATUSES = ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED', 'FAILED'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** Why an operation failed: proven by the contracts, never by a missing answer. */
export interface OperationError {
  readonly code: ErrorCode;
  readonly reason?: string;
  readonly message: string;
  readonly values?: ErrorValues;
}

/** What the contracts tell of a success, by name: the round, a new passport's id. */
export type OperationResult = Readonly<Record<string, string | number | boolean>>;

/** Why an open operation does not move for now; waiting helps. */
export type OperationHold =
  'RPC_DOWN' | 'RPC_LAGGING' | 'GAS_TOO_HIGH' | 'INSUFFICIENT_FUNDS' | 'SIGNER_PAUSED';

/** What a provider asked for. */
export interface OperationRequest {
  /** The endpoint's last path segment, such as issue-entries. */
  readonly endpoint: string;
  /** What the answer names of the request, whatever the contracts will tell. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** A text whose hash alone is on chain, and found by it: of a giveaway or a round, for everybody to read. */
export interface PublicText {
  readonly hash: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** A provider's own reference for a change of entries, for its eyes alone; its hash is on chain. */
export interface Evidence {
  readonly hash: string;
  readonly providerId: string;
  readonly evidence: string;
}

/** A change on the chain that was accepted, to be carried out exactly once. */
export interface NewOperation {
  readonly id: string;
  /** The provider's 32 bytes on the chain, 0x hex. */
  readonly providerKey: string;
  /** The wallet that signs, EIP-55. */
  readonly signer: string;
  readonly call: ChainCall;
  /** Absent when no provider asked for it. */
  readonly request?: OperationRequest | null;
  /** Kept with it when it is accepted; a text that is there already stays. */
  readonly publicText?: PublicText | null;
  readonly evidence?: Evidence | null;
  /** Written when it is accepted; its actor is who asked for the operation. */
  readonly audit?: AuditEntry;
}

export interface Operation extends NewOperation {
  readonly request: OperationRequest | null;
  /** The credential that asked, as the audit log names it, such as key:<id>; null when it is not known. */
  readonly requestedBy: string | null;
  readonly status: OperationStatus;
  readonly error: OperationError | null;
  /** Null until it is mined. */
  readonly result: OperationResult | null;
  readonly hold: OperationHold | null;
  /** Of the transaction as mined, or as sent last. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  /** Blocks of the chain from its own on; 0 until it is mined. */
  readonly confirmations: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether the operation's answer is known. */
export function isSettled({ status }: Pick<Operation, 'status'>): boolean {
  return status === 'CONFIRMED' || status === 'FINALIZED' || status === 'FAILED';
}

/** An operation as it stands when it is accepted. */
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
    confirmations: 0,
    createdAt: now,
    updatedAt: now,
  };
}
