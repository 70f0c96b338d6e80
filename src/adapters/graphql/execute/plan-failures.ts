import {
  locatedError,
  type DocumentNode,
  type GraphQLError,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError } from '../../../core/errors.ts';
import { formatError } from '../gateway/errors.ts';
import { collect, fragmentsOf } from '../plans/selections.ts';

/**
 * Why a compiled plan did not answer: its variables or arguments do not fit their types (variables), the core refused them
 * (refused), or a read failed (failed). Only a failed read fails the request. In the other cases the executor answers,
 * because it reports the location and path of each error.
 */
export type PlanFailure = 'variables' | 'refused' | 'failed';

/** Called for every plan that did not answer. */
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

/** Awaits the page of a field of Query; adds the response key of the field to a failure. */
export async function nameFailure<Page>(reading: Promise<Page>, key: string): Promise<Page> {
  try {
    return await reading;
  } catch (error) {
    throw new FieldFailure(key, error);
  }
}

/** A failure with its location in the document and its path in the response, as the executor reports it. */
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

/** Reports unforeseen failures with the id of the request, plans that did not answer, and errors of responses. */
export interface FailureReports {
  readonly reportFailure: (error: unknown, requestId: string) => void;
  readonly notePlanFailure: NotePlanFailure;
  /** Called with the codes of the errors of a response. */
  readonly noteErrors: (codes: readonly string[]) => void;
}

/** The response to an operation whose plan failed; the executor does not read it a second time. */
export function failWith(error: GraphQLError): { errors: GraphQLFormattedError[]; data: null } {
  const { extensions, ...rest } = error.toJSON();
  const formatted = formatError(
    { ...rest, extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
  );
  return { errors: [formatted], data: null };
}
