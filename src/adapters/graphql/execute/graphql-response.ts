import type { Cacheable } from '../guard/field-rules.ts';

/** The HTTP response to a GraphQL request. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** How the response may be cached; false unless it has no errors and is the same for every caller. */
  readonly cacheable: Cacheable;
}
