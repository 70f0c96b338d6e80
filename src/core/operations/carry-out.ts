import { DomainError } from '../errors.ts';
import type { Uses } from '../ports.ts';
import type { NewOperation, Operation } from './operation.ts';

/** A read model that is further behind than this is not waited for. */
const READ_MODEL_MS = 500;

/** One request of an operation. */
export interface Attempt {
  readonly requestId: string;
  /** How long to wait for the chain. */
  readonly waitMs: number;
  /** Accepts the operation under this id, durably. */
  accept(operationId: string): Promise<NewOperation>;
}

/** An operation's id, and whether no earlier request can have had it. */
export interface Place {
  readonly operationId: string;
  readonly isNew: boolean;
}

/**
 * Accepts the operation, unless an earlier request with the same key did, and waits for it. Throws what refuses it before it is
 * accepted, and nothing afterwards.
 */
export async function carryOut(
  ports: Uses<'clock' | 'operations' | 'readModel'>,
  attempt: Attempt,
  place: Place,
): Promise<Operation> {
  const accepted = await ensureAccepted(ports, attempt, place);
  // Whatever fails from here on, it is carried out all the same: that it was accepted is what can be told.
  const operation = await waitFor(ports, attempt, place).catch(() => undefined);
  // Who waited for a change can read it right after the answer.
  if (operation?.blockNumber && attempt.waitMs > 0)
    await ports.readModel.reached(operation.blockNumber, READ_MODEL_MS).catch(() => undefined);
  return operation ?? accepted;
}

async function waitFor(
  { operations }: Uses<'operations'>,
  { waitMs }: Attempt,
  { operationId: id }: Place,
): Promise<Operation | undefined> {
  return waitMs > 0 ? (await operations.wait([id], waitMs))[0] : operations.find(id);
}

async function ensureAccepted(
  { operations, clock }: Uses<'operations' | 'clock'>,
  { accept }: Attempt,
  { operationId, isNew }: Place,
): Promise<Operation> {
  const earlier = isNew ? undefined : await operations.find(operationId);
  if (earlier !== undefined) return earlier;
  try {
    return toQueued(await accept(operationId), clock.now());
  } catch (error) {
    // A connection that broke may have kept it, and so may an earlier request that is still at it.
    const kept = await operations.find(operationId).catch(() => undefined);
    if (kept !== undefined) return kept;
    throw error;
  }
}

function toQueued(operation: NewOperation, now: Date): Operation {
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

/** Whether this service, rather than the request, is why it failed. */
export function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}
