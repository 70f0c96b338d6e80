import {
  locatedError,
  type DocumentNode,
  type GraphQLError,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError } from '../../../core/errors.ts';
import { formatError } from '../gateway/errors.ts';
import { collect, fragmentsOf } from './selections.ts';

/**
 * Why a compiled plan did not answer: its variables or arguments do not fit their types; the core refused them; a read failed.
 * Only the last fails the request. The executor answers the others, since it gives each error its place.
 */
export type PlanFailure = 'variables' | 'refused' | 'failed';

/** Is told of every plan that did not answer. */
export type NotePlanFailure = (plan: 'feed' | 'reads', reason: PlanFailure, error?: unknown) => void;

/** A failed read of a field of Query. */
class FieldFailure extends Error {
  constructor(
    readonly key: string,
    override readonly cause: unknown,
  ) {
    super(`The field ${key} could not be read.`);
  }
}

/** The page of a field of Query; a failure knows the field by its response key. */
export async function nameFailure<Page>(reading: Promise<Page>, key: string): Promise<Page> {
  try {
    return await reading;
  } catch (error) {
    throw new FieldFailure(key, error);
  }
}

/** A failure with its place in the document and in the answer, as one of the executor has it. */
export function placeFailure(
  failure: unknown,
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): GraphQLError {
  if (!(failure instanceof FieldFailure)) return locatedError(failure, undefined);
  const nodes = collect([selectionSet], 'Query', fragmentsOf(document)).get(failure.key);
  return locatedError(failure.cause, nodes, [failure.key]);
}

export function isRefusal(error: unknown): boolean {
  const original = error instanceof FieldFailure ? error.cause : error;
  return original instanceof DomainError && original.code === 'INVALID_PAYLOAD';
}

/** Whom to tell of failures: of those of ours with the request's id, and of plans that did not answer. */
export interface FailureReports {
  readonly reportFailure: (error: unknown, requestId: string) => void;
  readonly notePlanFailure: NotePlanFailure;
}

/** The answer to an operation whose plan failed: nothing is read a second time. */
export function failWith(error: GraphQLError): { errors: GraphQLFormattedError[]; data: null } {
  const { extensions, ...rest } = error.toJSON();
  const formatted = formatError(
    { ...rest, extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
  );
  return { errors: [formatted], data: null };
}
