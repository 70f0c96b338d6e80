import { HeaderMap, type GraphQLResponse } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { locatedError, type FieldNode, type GraphQLError } from 'graphql';
import { DomainError } from '../../core/errors.ts';
import { formatError } from './errors.ts';

/**
 * Why a compiled plan did not answer: its variables or arguments do not fit their types; the core refused them; a read failed.
 * Only the last fails the request. The executor answers the others, since it gives each error its place.
 */
export type PlanFailure = 'variables' | 'refused' | 'failed';

/** Is told of every plan that did not answer. */
export type NotePlanFailure = (plan: 'feed' | 'reads', reason: PlanFailure, error?: unknown) => void;

/** The page of a field of Query; an error names the field, as one of the executor does. */
export async function locateFailure<Page>(
  reading: Promise<Page>,
  key: string,
  node: FieldNode,
): Promise<Page> {
  try {
    return await reading;
  } catch (error) {
    throw locatedError(error, [node], [key]);
  }
}

export function isRefusal(error: unknown): boolean {
  const original = unwrapResolverError(error);
  return original instanceof DomainError && original.code === 'INVALID_PAYLOAD';
}

/** The answer to an operation whose plan failed: nothing is read a second time. */
export function failWith(error: GraphQLError): GraphQLResponse {
  const { extensions, ...rest } = error.toJSON();
  const formatted = formatError(
    { ...rest, extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
  );
  return {
    http: { headers: new HeaderMap() },
    body: { kind: 'single', singleResult: { errors: [formatted], data: null } },
  };
}
