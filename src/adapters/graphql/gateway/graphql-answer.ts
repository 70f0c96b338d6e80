/** The HTTP answer to a GraphQL request. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | Uint8Array;
  /** Whether the answer has no errors, is the same for every caller, and has only fields that may be cached. */
  readonly cacheable: boolean;
}
