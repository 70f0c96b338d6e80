/** What a request came to. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | Uint8Array;
  /** Without errors, for nobody in particular, and of fields that may be cached alone. */
  readonly cacheable: boolean;
}
