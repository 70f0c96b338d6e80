import { unwrapResolverError } from '@apollo/server/errors';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import type { Cacheable } from '../guard/field-rules.ts';
import { MAX_COST, totalCost } from '../documents/cost.ts';
import { operationIn, planOf, type KnownDocuments, type Refused } from '../documents/known-documents.ts';
import { findStatus, formatError, MAX_ERRORS } from '../gateway/errors.ts';
import { answerTooLarge, isTooLarge } from '../guard/limits.ts';
import { failWith, isRefusal, placeFailure, type FailureReports } from './plan-failures.ts';
import type { GraphqlAnswer } from '../gateway/graphql-answer.ts';
import { isHandedOver, type HandedOver, type HandOver } from '../gateway/hand-over.ts';

/** A POST of an anonymous client. */
export interface PublicRequest {
  /** The parsed JSON. */
  readonly body: unknown;
  /** The Content-Type that the client prefers. */
  readonly contentType: string;
  readonly requestId: string;
  readonly ports: GraphqlContext['ports'];
}

interface PlannedAnswersOptions {
  readonly schema: GraphQLSchema;
  readonly documents: KnownDocuments;
  readonly failures: FailureReports;
  readonly handOver: HandOver | undefined;
}

/** A valid document whose operation no plan can answer. */
interface UnplannedDocument {
  readonly text: string;
  readonly document: DocumentNode;
}

/**
 * Answers requests from plans alone, without Apollo Server but with the same bytes. Returns undefined for a request that it
 * does not understand, and the parsed document when the framework must answer.
 */
interface PlannedAnswers {
  /** Prepares the document of a body, outside of limits on concurrent reads. Undefined when there is nothing to wait for. */
  prepare(body: unknown): Promise<void> | undefined;
  answer(request: PublicRequest): Promise<GraphqlAnswer | HandedOver | UnplannedDocument | undefined>;
}

export function createPlannedAnswers({
  schema,
  documents,
  failures,
  handOver,
}: PlannedAnswersOptions): PlannedAnswers {
  const { reportFailure, notePlanFailure } = failures;
  return {
    prepare(body) {
      const query = readRequest(body)?.query;
      return query === undefined ? undefined : documents.prepare(query);
    },
    async answer({ body, contentType, requestId, ports }) {
      const headers = new Map([['content-type', contentType]]);
      const requestedDocument = readRequest(body);
      if (requestedDocument === undefined) return undefined;
      const { query, operationName, variables } = requestedDocument;
      const known = documents.read(query);
      if ('errors' in known) return refuse(toErrors(known), requestId, headers);

      const { document, names } = known;
      const unplanned = { text: query, document };
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== OperationTypeNode.QUERY) return unplanned;
      const knownOperation = operationIn(known, operation);
      const requested = totalCost(knownOperation.cost, variables);
      if (handOver && isHandedOver(knownOperation, requested))
        return {
          fetchAnswer: () => handOver({ query, operationName, variables, accept: contentType, requestId }),
        };
      const plan = requested > MAX_COST ? null : planOf(schema, known, knownOperation, operation);
      if (plan === null) return unplanned;

      const extensions = { cost: { requested, limit: MAX_COST } };
      let data;
      try {
        data = await plan.execute(variables, ports, names);
      } catch (error) {
        const isRefused = isRefusal(error);
        notePlanFailure(plan.name, isRefused ? 'refused' : 'failed', error);
        if (isRefused) return unplanned;
        const failure = placeFailure(error, document, operation);
        reportFailure(unwrapResolverError(failure), requestId);
        return fail(failure, requestId, headers, extensions);
      }
      if (data === undefined) {
        notePlanFailure(plan.name, 'variables');
        return unplanned;
      }
      if (isTooLarge(data)) return refuse([answerTooLarge()], requestId, headers, extensions);
      return toAnswer(200, headers, { data, extensions }, knownOperation.cacheable);
    },
  };
}

interface RequestedDocument {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The document that a body requests; undefined when the body is invalid or empty, or names a persisted query. */
function readRequest(body: unknown): RequestedDocument | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { query, operationName, variables, extensions } = body as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string' || query === '') return undefined;
  if (extensions !== undefined && extensions !== null) return undefined;
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return undefined;
  if (variables !== undefined && variables !== null && !isObject(variables)) return undefined;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Headers = GraphqlAnswer['headers'];

function toErrors({ code, errors }: Refused): GraphQLError[] {
  return errors.map(
    ({ message, nodes = null, source = null, positions = null }) =>
      new GraphQLError(message, { nodes, source, positions, extensions: { code } }),
  );
}

function refuse(
  errors: readonly GraphQLError[],
  requestId: string,
  headers: Headers,
  extensions?: object,
): GraphqlAnswer {
  const presented = errors.map((error) => formatError(error.toJSON(), error));
  return toAnswer(400, headers, { errors: nameRequest(presented, requestId), extensions });
}

function fail(failure: GraphQLError, requestId: string, headers: Headers, extensions: object): GraphqlAnswer {
  const { errors, data } = failWith(failure);
  const decisive = findStatus([failure]);
  const retryAfter = decisive?.error.retryAfterSeconds;
  return toAnswer(
    decisive?.status ?? 200,
    retryAfter ? new Map([...headers, ['retry-after', String(retryAfter)]]) : headers,
    { errors: nameRequest(errors, requestId), data, extensions },
  );
}

function nameRequest(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors
    .slice(0, MAX_ERRORS)
    .map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
}

function toAnswer(
  status: number,
  headers: Headers,
  result: object,
  cacheable: Cacheable = false,
): GraphqlAnswer {
  return { status, headers, body: `${JSON.stringify(result)}\n`, cacheable };
}
