import { LARGEST_COST } from '../documents/cost.ts';
import type { GraphqlAnswer } from './graphql-answer.ts';

/** From this cost on a read is costly: a search or a count, a large page, or several levels of pages. */
const COSTLY = 200;

/** A costly read of an anonymous client, within the limit of cost. */
export interface CostlyRead {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly accept: string | undefined;
  readonly requestId: string;
}

/** Has a costly read answered by somebody else than this thread. Rejects with SERVICE_UNAVAILABLE. */
export type HandOver = (read: CostlyRead) => Promise<GraphqlAnswer>;

/** The answer of a costly read, which is asked for when this is called. */
export interface HandedOver {
  readonly elsewhere: () => Promise<GraphqlAnswer>;
}

/** Whether an operation of this cost is handed over; what costs too much is refused where it came in. */
export function isHandedOver({ isReadAlone }: { readonly isReadAlone: boolean }, cost: number): boolean {
  return isReadAlone && cost >= COSTLY && cost <= LARGEST_COST;
}
