import type { z } from 'zod';
import { authorize, type Caller, type ProviderCaller, type ProviderScope } from '../access/callers.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import { toAuditEntry } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { Clock } from '../clock.ts';
import type { Digests } from '../values/digests.ts';
import type { Ids } from '../ids.ts';
import type { Operations } from './operations.ts';
import type { ReadModelProgress } from '../chain/read-model-progress.ts';
import { parseInput } from '../use-case.ts';
import { withAddresses } from '../values/wallet-address.ts';
import { toRepetition, type KeyedRequest, type IdempotencyStore } from './idempotency-store.ts';
import { toPerformed, type Performed } from './operation-response.ts';
import {
  isSettled,
  toQueued,
  type NewOperation,
  type Operation,
  type OperationRequest,
} from './operation.ts';
import { performOptions, type PerformOptions } from './perform-options.ts';
import type { ProviderOperation } from './provider-operation.ts';
import { toReadable } from './readable-operation.ts';
import { isFinal, repeatResponse, toStoredFailure, type StoredResponse } from './stored-response.ts';

/** The ports that every provider operation needs, in addition to its own. */
interface PerformPorts {
  clock: Clock;
  digests: Digests;
  idempotency: IdempotencyStore;
  ids: Ids;
  operations: Operations;
  readModel: ReadModelProgress;
}

/** The longest wait for the read model, within the wait of the request. */
const READ_MODEL_MS = 3_000;

/** A request whose caller and input were checked. */
interface Request {
  readonly requestId: string;
  readonly waitMs: number;
  /** Undefined without an Idempotency-Key. */
  readonly keyed: KeyedRequest | undefined;
  /** Turns the request into an operation with this id. Throws when the request is refused. */
  prepare(operationId: string): Promise<NewOperation>;
}

/** The id of a request's operation, and whether the id is new, so that no earlier request can have used it. */
interface OperationSlot {
  readonly operationId: string;
  readonly isNew: boolean;
}

/**
 * Performs an operation for a provider: checks the caller and the input, accepts the operation durably and waits for it.
 * Resolves when it is confirmed, or when the wait is over; then it continues in the background. Throws a DomainError when
 * the request is refused or the operation fails. A repetition of a keyed request gets the stored response, or the current
 * state of the operation.
 */
export async function perform<Input extends z.ZodType, P extends ProviderScope, Needs>(
  ports: PerformPorts & NoInfer<Needs>,
  caller: Caller,
  operation: ProviderOperation<Input, P, Needs>,
  rawInput: unknown,
  options: PerformOptions,
): Promise<Performed> {
  authorize(operation.permission, caller);
  const request = readRequest(ports, caller, operation, rawInput, options);
  const slot = await claim(ports, request);
  if ('requestId' in slot) return repeatResponse(slot);
  let performed: Performed;
  try {
    const accepted = await ensureAccepted(ports, request, slot);
    performed = toPerformed(request.requestId, await waitFor(ports, request, accepted));
  } catch (error) {
    return respondWithFailure(ports, request, slot, error);
  }
  return respond(ports, request, performed);
}

/** Parses the options, then the input. Throws INVALID_PAYLOAD. */
function readRequest<Input extends z.ZodType, P extends ProviderScope, Needs>(
  ports: PerformPorts & Needs,
  caller: ProviderCaller,
  operation: ProviderOperation<Input, P, Needs>,
  rawInput: unknown,
  { requestId, ...rawOptions }: PerformOptions,
): Request {
  const { idempotencyKey: key, wait } = parseInput(performOptions, rawOptions);
  const input = withAddresses(ports, parseInput(operation.input, rawInput), operation.addresses);
  const fingerprint = ports.digests.sha256(`${operation.endpoint}\n${JSON.stringify(input)}`);
  const keyed = key == null ? undefined : { providerId: caller.providerId, key, fingerprint };
  return {
    requestId,
    waitMs: wait * 1_000,
    keyed,
    prepare: async (operationId) => ({
      ...(await prepareOperation(ports, caller, operation, { operationId, input })),
      repetition: keyed && toRepetition(keyed),
    }),
  };
}

/** Claims the key of a keyed request, or resolves to its stored response. Throws IDEMPOTENCY_CONFLICT. */
async function claim(
  { ids, idempotency }: PerformPorts,
  { keyed }: Request,
): Promise<OperationSlot | StoredResponse> {
  const newId = ids.next('opn');
  if (keyed === undefined) return { operationId: newId, isNew: true };
  const claimed = await idempotency.claim(keyed, newId);
  if (claimed.kind === 'different') throw bodyDiffers();
  if (claimed.kind === 'running') throw inProgress();
  if (claimed.kind === 'answered') return claimed.response as StoredResponse;
  return { operationId: claimed.operationId, isNew: claimed.operationId === newId };
}

/** Accepts the operation, unless an earlier request with the same key did. Throws when the request is refused. */
async function ensureAccepted(
  { operations, clock }: PerformPorts,
  { prepare }: Request,
  { operationId, isNew }: OperationSlot,
): Promise<Operation> {
  const earlier = isNew ? undefined : await operations.find(operationId);
  if (earlier !== undefined) return earlier;
  try {
    const operation = await prepare(operationId);
    await submit(operations, operation);
    return toQueued(operation, clock.now());
  } catch (error) {
    // It may be stored all the same: by this request over a broken connection, or by an earlier one that still runs.
    const stored = await operations.find(operationId).catch(() => undefined);
    if (stored !== undefined) return stored;
    throw error;
  }
}

async function prepareOperation<Input extends z.ZodType, P extends ProviderScope, Needs>(
  ports: PerformPorts & Needs,
  caller: ProviderCaller,
  { endpoint, prepare }: ProviderOperation<Input, P, Needs>,
  { operationId: id, input }: { readonly operationId: string; readonly input: z.output<Input> },
): Promise<NewOperation> {
  const signer = requireSigner(caller);
  const work = { caller, signer, operationId: id, input };
  const { call, facts, publicText = null, evidence = null } = await prepare(ports, work);
  const audited = { provider: caller.providerId, ...withoutNull(facts) };
  return {
    id,
    providerKey: caller.providerKey,
    signer,
    call,
    request: { endpoint, facts },
    publicText,
    evidence,
    audit: toAuditEntry(ports, caller, toActionName(endpoint), id, audited),
  };
}

async function submit(operations: Operations, operation: NewOperation): Promise<void> {
  try {
    await operations.submit([operation]);
  } catch (error) {
    // Then the service does not know whether it has stored the operation.
    const isUnknown = error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
    throw isUnknown ? withOperationId(operation.id, error) : error;
  }
}

/**
 * The operation once it is settled and readable, or the wait is over; the accepted state when a newer one cannot be read.
 */
async function waitFor(
  { clock, operations, readModel }: PerformPorts,
  { waitMs }: Request,
  accepted: Operation,
): Promise<Operation> {
  const deadline = clock.now().getTime() + waitMs;
  // The operation is accepted, so no failure from here on may fail the request.
  const read =
    waitMs > 0 ? operations.wait([accepted.id], waitMs) : operations.find(accepted.id).then((it) => [it]);
  const [current = accepted] = await read.catch(() => []);
  const restMs = Math.max(0, deadline - clock.now().getTime());
  return toReadable({ readModel }, current, Math.min(restMs, READ_MODEL_MS));
}

/** Stores the response of a keyed request if it is final; returns another response that was stored meanwhile. */
async function respond(
  { idempotency }: PerformPorts,
  { keyed }: Request,
  performed: Performed,
): Promise<Performed> {
  if (keyed === undefined) return performed;
  if (!isSettled(performed.operation)) {
    await ignoreFailure(idempotency.giveUp(keyed));
    return performed;
  }
  const { requestId, operation, result } = performed;
  const stored = await store(idempotency, keyed, { requestId, operation, result });
  return stored.requestId === requestId ? performed : repeatResponse(stored);
}

/**
 * Throws the failure. A final failure is stored as the response to every repetition; after any other, a repetition may try
 * again.
 */
async function respondWithFailure(
  { idempotency, operations }: PerformPorts,
  { requestId, keyed }: Request,
  { operationId }: OperationSlot,
  error: unknown,
): Promise<Performed> {
  if (keyed === undefined) throw error;
  if (isFinal(error)) {
    const stored = await store(idempotency, keyed, toStoredFailure(requestId, error));
    if (stored.requestId !== requestId) return repeatResponse(stored);
    throw error;
  }
  const operation = await operations.find(operationId).catch(() => undefined);
  await ignoreFailure(operation?.status === 'FAILED' ? idempotency.forget(keyed) : idempotency.giveUp(keyed));
  throw error;
}

/** Stores the response; returns the one that is stored, which is another one if a concurrent request was faster. */
async function store(
  idempotency: IdempotencyStore,
  keyed: KeyedRequest,
  response: StoredResponse,
): Promise<StoredResponse> {
  return ((await ignoreFailure(idempotency.storeResponse(keyed, response))) ?? response) as StoredResponse;
}

/** For the end of a claim: the response is not withheld when it fails, since the claim then expires by itself. */
function ignoreFailure<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return result.catch(() => undefined);
}

/** The operation's name in the audit log, such as issueEntries for issue-entries. */
function toActionName(endpoint: string): string {
  return endpoint.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

function withoutNull(facts: OperationRequest['facts']): AuditEntry['facts'] {
  const known = Object.entries(facts).filter(
    (fact): fact is [string, string | number | boolean] => fact[1] !== null,
  );
  return Object.fromEntries(known);
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

/** Adds the operation's id, since the operation may be stored: without an Idempotency-Key the client needs the id to find it. */
function withOperationId(
  operationId: string,
  { message, reason, retryAfterSeconds, cause }: DomainError,
): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', message, {
    values: { operationId },
    ...(reason !== undefined && { reason }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause,
  });
}

/** `perform` with its ports bound: what the APIs get. */
export type BoundPerform<Ports> = <Input extends z.ZodType, P extends ProviderScope>(
  caller: Caller,
  operation: ProviderOperation<Input, P, Ports>,
  rawInput: unknown,
  options: PerformOptions,
) => Promise<Performed>;

/** Binds the ports to `perform`. */
export function createPerform<Ports extends PerformPorts>(ports: Ports): BoundPerform<Ports> {
  return (caller, operation, rawInput, options) => perform(ports, caller, operation, rawInput, options);
}
