import { z } from 'zod';
import { toAuditEntry } from '../audit/record.ts';
import { authorize, type Caller, type ProviderCaller, type ProviderScope } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import type { AuditEntry } from '../audit/audit-store.ts';
import type { Ports, Uses } from '../ports.ts';
import { parseInput } from '../use-case.ts';
import { withAddresses } from '../values/wallet-address.ts';
import { carryOut, isUnavailable, type Attempt } from './carry-out.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import { toPerformed, type Performed } from './operation-answer.ts';
import type { NewOperation, OperationRequest } from './operation.ts';
import { performOnce } from './perform-once.ts';

/** What a provider can ask for that changes the chain (interface 4.2). */
export interface ProviderOperation<
  Input extends z.ZodType,
  P extends ProviderScope = ProviderScope,
  Needs = Ports,
> {
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
  prepare(ports: Needs, work: Work<z.output<Input>>): Promise<Prepared>;
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
  /** What is kept with the operation of the texts whose hash the call carries. */
  readonly publicText?: NewOperation['publicText'];
  readonly evidence?: NewOperation['evidence'];
}

/** How a provider wants its request treated; as the client sent it. */
export interface PerformOptions {
  readonly requestId: string;
  /** Repetitions with the same key, 1 to 255 visible ASCII characters, have no second effect. */
  readonly idempotencyKey?: unknown;
  /** Seconds to wait for the chain, 0 to 60; 25 when nothing is said. */
  readonly wait?: unknown;
}

/** What every provider operation needs, beside the ports of its own. */
type PerformPorts = Uses<'clock' | 'digests' | 'idempotency' | 'ids' | 'operations' | 'readModel'>;

const DEFAULT_WAIT = 25;
const LONGEST_WAIT = 60;
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
export function defineOperation<Input extends z.ZodType, P extends ProviderScope, Needs>(
  operation: ProviderOperation<Input, P, Needs>,
): ProviderOperation<Input, P, Needs> {
  return operation;
}

/**
 * Checks the caller, then the input, accepts the operation durably and waits for it. Resolves when it is confirmed, or
 * when the wait is over and it goes on by itself; throws the DomainError that it failed with, and everything that
 * refuses the request before it is accepted.
 */
export async function perform<Input extends z.ZodType, P extends ProviderScope, Needs>(
  ports: PerformPorts & NoInfer<Needs>,
  caller: Caller,
  operation: ProviderOperation<Input, P, Needs>,
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
    return toPerformed(requestId, await carryOut(ports, attempt, { operationId, isNew: true }));
  }
  return performOnce(ports, attempt, {
    providerId: provider.providerId,
    key: options.idempotencyKey,
    fingerprint: ports.digests.sha256(`${operation.endpoint}\n${JSON.stringify(input)}`),
  });
}

async function accept<Input extends z.ZodType, P extends ProviderScope, Needs>(
  ports: PerformPorts & Needs,
  { endpoint, prepare }: ProviderOperation<Input, P, Needs>,
  work: Work<z.output<Input>>,
): Promise<NewOperation> {
  const { caller, signer, operationId: id } = work;
  const { call, facts, publicText = null, evidence = null } = await prepare(ports, work);
  const operation = {
    id,
    providerKey: caller.providerKey,
    signer,
    call,
    request: { endpoint, facts },
    publicText,
    evidence,
    audit: toAuditEntry(ports, caller, toActionName(endpoint), id, {
      provider: caller.providerId,
      ...withoutNull(facts),
    }),
  };
  try {
    await ports.operations.submit([operation]);
  } catch (error) {
    throw isUnavailable(error) ? perhapsAccepted(id, error) : error;
  }
  return operation;
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

function requireSigner({ signer }: ProviderCaller): string {
  if (signer !== null) return signer;
  throw new DomainError(
    'SIGNER_NOT_CONFIGURED',
    'No signer is attached to this key, and its provider has no default signer.',
  );
}

/** `perform` with its ports bound: what the doors get. */
export type Perform = <Input extends z.ZodType, P extends ProviderScope>(
  caller: Caller,
  operation: ProviderOperation<Input, P>,
  rawInput: unknown,
  options: PerformOptions,
) => Promise<Performed>;
