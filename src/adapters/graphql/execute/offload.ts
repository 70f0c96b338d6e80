import { MAX_COST } from '../documents/cost.ts';
import type { GraphqlResponse } from './graphql-response.ts';

/** The cost from which a read is costly: that of a search or a count, a large page, or several levels of pages. */
const COSTLY = 200;

/** A costly read of an anonymous client, within the limit of cost. */
export interface CostlyRead {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly accept: string | undefined;
  readonly requestId: string;
}

/** Executes a costly read outside of this thread. Rejects with SERVICE_UNAVAILABLE. */
export type Offload = (read: CostlyRead) => Promise<GraphqlResponse>;

/** A costly read that another thread executes once `runInThread` is called. */
export interface OffloadedRead {
  readonly runInThread: () => Promise<GraphqlResponse>;
}

/** Whether another thread executes an operation of this cost; this thread refuses operations above MAX_COST. */
export function isOffloaded({ isOffloadable }: { readonly isOffloadable: boolean }, cost: number): boolean {
  return isOffloadable && cost >= COSTLY && cost <= MAX_COST;
}
