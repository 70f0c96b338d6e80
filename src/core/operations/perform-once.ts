import { DomainError, isRetryable, type ErrorCode, type ErrorFacts } from '../errors.ts';
import type { KeyedRequest } from './idempotency-store.ts';
import type { Uses } from '../ports.ts';
import { carryOut, type Attempt } from './carry-out.ts';
import {
  toPerformed,
  type OperationSummary,
  type Performed,
  type ProviderResult,
} from './operation-answer.ts';
import { isSettled } from './operation.ts';

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

/** Carries a keyed request out once: repetitions get the answer that was kept, or what became of it meanwhile. */
export async function performOnce(
  ports: Uses<'clock' | 'idempotency' | 'ids' | 'operations' | 'readModel'>,
  attempt: Attempt,
  request: KeyedRequest,
): Promise<Performed> {
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
    performed = toPerformed(attempt.requestId, operation);
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
  ports: Uses<'idempotency' | 'operations'>,
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
async function keep(
  { idempotency }: Uses<'idempotency'>,
  request: KeyedRequest,
  answer: KeptAnswer,
): Promise<KeptAnswer> {
  return ((await orLapse(idempotency.answer(request, answer))) ?? answer) as KeptAnswer;
}

/** What cannot be noted now is no reason to withhold what is known: the claim lapses, and a repetition finds the same. */
function orLapse<Result>(noted: Promise<Result>): Promise<Result | undefined> {
  return noted.catch(() => undefined);
}

function repeat(answer: KeptAnswer): Performed {
  if ('error' in answer) {
    const { code, message, ...facts } = answer.error;
    throw new DomainError(code, message, { ...facts, requestId: answer.requestId });
  }
  return { ...answer, isReplay: true };
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
