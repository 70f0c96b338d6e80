import { z } from 'zod';
import { authorize, type Caller, type ProviderCaller, type ProviderScope } from '../callers.ts';
import { DomainError, isRetryable, type ErrorFacts, type ErrorCode } from '../errors.ts';
import type { KeyedRequest } from '../ports/idempotency-store.ts';
import type { Ports } from '../ports/ports.ts';
import { parseInput } from '../use-case.ts';
import { withAddresses } from '../wallet-address.ts';
import type { ChainCall } from './chain-call.ts';
import { isSettled, type NewOperation, type Operation, type OperationRequest } from './operation.ts';
import {
  toFailure,
  toResult,
  toSummary,
  type OperationSummary,
  type ProviderResult,
} from './operation-answer.ts';

/** What a provider can ask for that changes the chain (interface 4.2). */
export interface ProviderOperation<Input extends z.ZodType, P extends ProviderScope = ProviderScope> {
  /** The endpoint's last path segment. */
  readonly endpoint: string;
  readonly permission: P;
  readonly input: Input;
  /** The members of the input that are addresses; they arrive in EIP-55 form. */
  readonly addresses?: readonly string[];
  /**
   * Turns the request into the call that carries it out. It may be asked again for the same operation, and must have no
   * effect that a second time would double.
   */
  prepare(ports: Ports, work: Work<z.output<Input>>): Promise<Prepared>;
}

/** A request that is being prepared. */
export interface Work<Input> {
  readonly caller: ProviderCaller;
  /** The wallet (EIP-55) that signs for the caller. */
  readonly signer: string;
  readonly operationId: string;
  readonly input: Input;
}

export interface Prepared {
  readonly call: ChainCall;
  /** What every answer names of the request. */
  readonly facts: OperationRequest['facts'];
}

/** How a provider wants its request treated; as the client sent it. */
export interface PerformOptions {
  readonly requestId: string;
  /** Repetitions with the same key, 1 to 255 visible ASCII characters, have no second effect. */
  readonly idempotencyKey?: unknown;
  /** Seconds to wait for the chain, 0 to 60; 25 when nothing is said. */
  readonly wait?: unknown;
}

/** The answer to an accepted request. */
export interface Performed {
  /** Of the request that was answered so first. */
  readonly requestId: string;
  /** Whether an earlier answer is repeated. */
  readonly isReplay: boolean;
  readonly operation: OperationSummary;
  readonly result: ProviderResult;
}

const DEFAULT_WAIT = 25;
const LONGEST_WAIT = 60;
/** A read model that is further behind than this is not waited for. */
const READ_MODEL_MS = 500;
const keyMessage = 'must be 1 to 255 visible ASCII characters.';
const waitMessage = `must be a whole number of seconds from 0 to ${LONGEST_WAIT}.`;

const performOptions = z.object({
  idempotencyKey: z
    .string(keyMessage)
    .regex(/^[\x21-\x7e]{1,255}$/, keyMessage)
    .nullish(),
  wait: z
    .int(waitMessage)
    .min(0, waitMessage)
    .max(LONGEST_WAIT, waitMessage)
    .nullish()
    .transform((wait) => wait ?? DEFAULT_WAIT),
});

/** Declares a provider operation with its types inferred. */
export function defineOperation<Input extends z.ZodType, P extends ProviderScope>(
  operation: ProviderOperation<Input, P>,
): ProviderOperation<Input, P> {
  return operation;
}

/**
 * Checks the caller, then the input, accepts the operation durably and waits for it. Resolves when it is confirmed, or
 * when the wait is over and it goes on by itself; throws the DomainError that it failed with, and everything that
 * refuses the request before it is accepted.
 */
export async function perform<Input extends z.ZodType, P extends ProviderScope>(
  ports: Ports,
  caller: Caller,
  operation: ProviderOperation<Input, P>,
  rawInput: unknown,
  { requestId, ...rawOptions }: PerformOptions,
): Promise<Performed> {
  authorize(operation.permission, caller);
  const provider: ProviderCaller = caller;
  const options = parseInput(performOptions, rawOptions);
  const input = withAddresses(ports, parseInput(operation.input, rawInput), operation.addresses);
  const attempt: Attempt = {
    requestId,
    waitMs: options.wait * 1_000,
    accept: (operationId) =>
      accept(ports, operation, { caller: provider, signer: requireSigner(provider), operationId, input }),
  };
  if (options.idempotencyKey == null) {
    const operationId = ports.ids.next('opn');
    return toPerformed(attempt, await carryOut(ports, attempt, { operationId, isNew: true }));
  }
  return performOnce(ports, attempt, {
    providerId: provider.providerId,
    key: options.idempotencyKey,
    fingerprint: ports.digests.sha256(`${operation.endpoint}\n${JSON.stringify(input)}`),
  });
}

interface Attempt {
  readonly requestId: string;
  readonly waitMs: number;
  accept(operationId: string): Promise<NewOperation>;
}

/** An answer as it is kept for repetitions. */
type KeptAnswer = { readonly requestId: string } & (
  | { readonly operation: OperationSummary; readonly result: ProviderResult }
  | {
      readonly error: Pick<ErrorFacts, 'reason' | 'details' | 'values'> & {
        readonly code: ErrorCode;
        readonly message: string;
      };
    }
);

async function performOnce(ports: Ports, attempt: Attempt, request: KeyedRequest): Promise<Performed> {
  const { idempotency } = ports;
  const newId = ports.ids.next('opn');
  const claim = await idempotency.claim(request, newId);
  if (claim.kind === 'different') throw bodyDiffers();
  if (claim.kind === 'running') throw inProgress();
  if (claim.kind === 'answered') return repeat(claim.answer as KeptAnswer);

  const { operationId } = claim;
  let performed: Performed;
  try {
    const operation = await carryOut(ports, attempt, { operationId, isNew: operationId === newId });
    performed = toPerformed(attempt, operation);
    if (!isSettled(operation)) {
      await orLapse(idempotency.giveUp(request));
      return performed;
    }
  } catch (error) {
    const kept = await keepFailure(ports, attempt, request, operationId, error);
    if (kept && kept.requestId !== attempt.requestId) return repeat(kept);
    throw error;
  }
  const { requestId, operation, result } = performed;
  const kept = await keep(ports, request, { requestId, operation, result });
  return kept.requestId === requestId ? performed : repeat(kept);
}

/**
 * A failure that waiting helps with, or a signer, may be tried again; a final one is the answer to every repetition, and
 * given back when it was kept.
 */
async function keepFailure(
  ports: Ports,
  { requestId }: Attempt,
  request: KeyedRequest,
  operationId: string,
  error: unknown,
): Promise<KeptAnswer | undefined> {
  if (isFinal(error)) {
    const { code, message, reason, details, values } = error;
    const facts = {
      ...(reason !== undefined && { reason }),
      ...(details && { details }),
      ...(values && { values }),
    };
    return keep(ports, request, { requestId, error: { code, message, ...facts } });
  }
  const { idempotency, operations } = ports;
  const operation = await operations.find(operationId).catch(() => undefined);
  await orLapse(operation?.status === 'FAILED' ? idempotency.forget(request) : idempotency.giveUp(request));
  return undefined;
}

/** A signer can be attached, and then the same request succeeds. */
function isFinal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code !== 'SIGNER_NOT_CONFIGURED' && !isRetryable(error);
}

/** The answer that repetitions get: another one when another request, that had the claim as well, was faster. */
async function keep({ idempotency }: Ports, request: KeyedRequest, answer: KeptAnswer): Promise<KeptAnswer> {
  return ((await orLapse(idempotency.answer(request, answer))) ?? answer) as KeptAnswer;
}

/** What cannot be noted now is no reason to withhold what is known: the claim lapses, and a repetition finds the same. */
async function orLapse<Result>(noted: Promise<Result>): Promise<Result | undefined> {
  try {
    return await noted;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

function repeat(answer: KeptAnswer): Performed {
  if ('error' in answer) {
    const { code, message, ...facts } = answer.error;
    throw new DomainError(code, message, { ...facts, requestId: answer.requestId });
  }
  return { ...answer, isReplay: true };
}

/** An operation's id, and whether no earlier request can have had it. */
interface Place {
  readonly operationId: string;
  readonly isNew: boolean;
}

/** Accepts the operation, unless an earlier request with the same key did, and waits for it. */
async function carryOut(ports: Ports, attempt: Attempt, place: Place): Promise<Operation> {
  const { operations, readModel } = ports;
  const { operationId: id } = place;
  const accepted = await ensureAccepted(ports, attempt, place);
  try {
    const { waitMs } = attempt;
    const operation = waitMs > 0 ? (await operations.wait([id], waitMs))[0] : await operations.find(id);
    // Who waited for a change can read it right after the answer.
    if (operation?.blockNumber && waitMs > 0) await readModel.reached(operation.blockNumber, READ_MODEL_MS);
    if (operation !== undefined) return operation;
  } catch (error) {
    // It is carried out all the same: that it was accepted is what can be told.
    if (isUnavailable(error)) return accepted;
    throw error;
  }
  throw new Error(`The operation ${id} was accepted and is not there.`);
}

async function ensureAccepted(
  { operations, clock }: Ports,
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

async function accept<Input extends z.ZodType, P extends ProviderScope>(
  ports: Ports,
  { endpoint, prepare }: ProviderOperation<Input, P>,
  work: Work<z.output<Input>>,
): Promise<NewOperation> {
  const { caller, signer, operationId: id } = work;
  const { call, facts } = await prepare(ports, work);
  const operation = { id, providerKey: caller.providerKey, signer, call, request: { endpoint, facts } };
  try {
    await ports.operations.submit([operation]);
  } catch (error) {
    throw isUnavailable(error) ? perhapsAccepted(id, error) : error;
  }
  return operation;
}

/** A connection that breaks may have kept the operation first: without an Idempotency-Key its id is the only way to it. */
function perhapsAccepted(
  operationId: string,
  { message, retryAfterSeconds, cause }: DomainError,
): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', message, {
    values: { operationId },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause,
  });
}

function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}

function toPerformed({ requestId }: Attempt, operation: Operation): Performed {
  if (operation.status === 'FAILED') throw toFailure(operation);
  return { requestId, isReplay: false, operation: toSummary(operation), result: toResult(operation) };
}

function requireSigner({ signer }: ProviderCaller): string {
  if (signer !== null) return signer;
  throw new DomainError(
    'SIGNER_NOT_CONFIGURED',
    'No signer is attached to this key, and its provider has no default signer.',
  );
}

function bodyDiffers(): DomainError {
  return new DomainError(
    'IDEMPOTENCY_CONFLICT',
    'This Idempotency-Key was used with another request: send a new key with a new request.',
    { reason: 'BODY_DIFFERS' },
  );
}

function inProgress(): DomainError {
  return new DomainError(
    'IDEMPOTENCY_CONFLICT',
    'An identical request with this Idempotency-Key is being answered: repeat it shortly.',
    { reason: 'IN_PROGRESS', retryAfterSeconds: 1 },
  );
}

/** `perform` with its ports bound: what the doors get. */
export type Perform = <Input extends z.ZodType, P extends ProviderScope>(
  caller: Caller,
  operation: ProviderOperation<Input, P>,
  rawInput: unknown,
  options: PerformOptions,
) => Promise<Performed>;
