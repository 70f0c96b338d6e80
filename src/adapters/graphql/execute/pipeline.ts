import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { MAX_COST, totalCost, type Variables } from '../documents/cost.ts';
import {
  operationIn,
  planOf,
  type KnownDocument,
  type KnownOperation,
} from '../documents/known-documents.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import type { GraphqlResult, RequestCost } from './complete-result.ts';
import { isOffloaded, type CostlyRead, type Offload, type OffloadedRead } from './offload.ts';
import { failWith, isRefusal, placeFailure, type FailureReports } from './plan-failures.ts';

/** A valid operation with its cost for the variables of a request. */
export interface PricedOperation {
  readonly known: KnownDocument;
  readonly operation: OperationDefinitionNode;
  /** What all operations of its fingerprint have in common. */
  readonly facts: KnownOperation;
  readonly variables: Variables;
  readonly cost: RequestCost;
}

/** What a plan has made of an operation. */
interface ExecutedPlan {
  readonly result: GraphqlResult;
  /** The errors of the result before they were formatted. */
  readonly causes: readonly GraphQLError[];
}

interface PipelineOptions {
  readonly schema: GraphQLSchema;
  readonly failures: FailureReports;
  readonly offload: Offload | undefined;
}

/**
 * The steps of an operation between its document and its response. Requests of anonymous clients take them one after the other
 * (public-path.ts), all others as a plugin of Apollo Server (apollo-plugin.ts); `completeResult` is the last step of both.
 */
export interface Pipeline {
  price(known: KnownDocument, operation: OperationDefinitionNode, variables: Variables): PricedOperation;
  /** The read that another thread executes; undefined when this thread executes it. */
  offload(priced: PricedOperation, read: Omit<CostlyRead, 'variables'>): OffloadedRead | undefined;
  /** The result of the operation's plan; undefined when the executor must execute the operation. */
  executePlan(
    priced: PricedOperation,
    ports: GraphqlContext['ports'],
    requestId: string,
  ): Promise<ExecutedPlan | undefined>;
}

export function createPipeline({ schema, failures, offload }: PipelineOptions): Pipeline {
  const { reportFailure, notePlanFailure } = failures;
  return {
    price(known, operation, variables) {
      const facts = operationIn(known, operation);
      const cost = { requested: totalCost(facts.cost, variables), limit: MAX_COST };
      return { known, operation, facts, variables, cost };
    },
    offload: ({ facts, variables, cost }, read) =>
      offload && isOffloaded(facts, cost.requested)
        ? { runInThread: () => offload({ ...read, variables }) }
        : undefined,
    async executePlan({ known, operation, facts, variables }, ports, requestId) {
      const plan = planOf(schema, known, facts, operation);
      if (plan === null) return undefined;
      try {
        const data = await plan.execute(variables, ports, known.aliases);
        if (data === undefined) notePlanFailure(plan.name, 'variables');
        return data && { result: { data }, causes: [] };
      } catch (error) {
        const isRefused = isRefusal(error);
        notePlanFailure(plan.name, isRefused ? 'refused' : 'failed', error);
        if (isRefused) return undefined;
        const failure = placeFailure(error, known.document, operation);
        reportFailure(unwrapResolverError(failure), requestId);
        return { result: failWith(failure), causes: [failure] };
      }
    },
  };
}
