import { getOperationAST, GraphQLError, OperationTypeNode, type DocumentNode } from 'graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import type { Cacheable } from '../guard/field-rules.ts';
import type { KnownDocuments, Refused } from '../documents/known-documents.ts';
import { completeResult, formatErrors, type GraphqlResult, type ResponseFacts } from './complete-result.ts';
import type { OffloadedRead } from './offload.ts';
import type { Pipeline } from './pipeline.ts';
import type { FailureReports } from './plan-failures.ts';

/** A request of an anonymous client. */
export interface PublicRequest {
  /** The parsed JSON of a POST. */
  readonly body: unknown;
  /** The Content-Type that the client prefers. */
  readonly contentType: string;
  readonly requestId: string;
  readonly ports: GraphqlContext['ports'];
}

/** A result that is ready to be sent. */
export interface CompletedResult extends ResponseFacts {
  readonly result: GraphqlResult;
  /** How the response may be cached; false unless it has no errors and is the same for every caller. */
  readonly cacheable: Cacheable;
}

/** A valid document whose operation the executor must execute. */
export interface DocumentWithoutPlan {
  readonly text: string;
  readonly document: DocumentNode;
}

/**
 * Takes a request of an anonymous client through the pipeline without Apollo Server, to the same bytes. Resolves to undefined for
 * a request that it does not understand, and to the parsed document when the executor must execute it.
 */
interface PublicPath {
  /** Prepares the document of a body, outside of limits on concurrent reads. Undefined when there is nothing to wait for. */
  prepare(body: unknown): Promise<void> | undefined;
  execute(request: PublicRequest): Promise<CompletedResult | OffloadedRead | DocumentWithoutPlan | undefined>;
}

export function createPublicPath(
  documents: KnownDocuments,
  pipeline: Pipeline,
  noteErrors: FailureReports['noteErrors'],
): PublicPath {
  return {
    prepare(body) {
      const query = readRequest(body)?.query;
      return query === undefined ? undefined : documents.prepare(query);
    },
    async execute({ body, contentType, requestId, ports }) {
      const requested = readRequest(body);
      if (requested === undefined) return undefined;
      const { query, operationName, variables } = requested;
      const known = documents.read(query);
      if ('errors' in known) {
        const result = { errors: formatErrors(toErrors(known)) };
        completeResult(result, { requestId, cost: undefined, isQuery: false, causes: [], noteErrors });
        return { result, status: 400, cacheable: false };
      }
      const withoutPlan = { text: query, document: known.document };
      const operation = getOperationAST(known.document, operationName);
      if (operation?.operation !== OperationTypeNode.QUERY) return withoutPlan;

      const priced = pipeline.price(known, operation, variables);
      const { cost, facts } = priced;
      const offloaded = pipeline.offload(priced, { query, operationName, accept: contentType, requestId });
      if (offloaded) return offloaded;
      // Apollo Server refuses it.
      if (cost.requested > cost.limit) return withoutPlan;
      const executed = await pipeline.executePlan(priced, ports, requestId);
      if (executed === undefined) return withoutPlan;
      const { result, causes } = executed;
      const response = completeResult(result, { requestId, cost, isQuery: true, causes, noteErrors });
      return { result, ...response, cacheable: result.errors === undefined && facts.cacheable };
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
  if (!isObject(body)) return undefined;
  const { query, operationName, variables, extensions } = body;
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

function toErrors({ code, errors }: Refused): GraphQLError[] {
  return errors.map(
    ({ message, nodes = null, source = null, positions = null }) =>
      new GraphQLError(message, { nodes, source, positions, extensions: { code } }),
  );
}
