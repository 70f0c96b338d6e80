/** The result of claiming an idempotency key. */
export type Claim =
  /** This request is carried out. An earlier request that got no response may have accepted the operation already. */
  | { readonly kind: 'claimed'; readonly operationId: string }
  | { readonly kind: 'answered'; readonly response: unknown }
  /** An identical request is being carried out. */
  | { readonly kind: 'running' }
  /** The key was used with another request. */
  | { readonly kind: 'different' };

export interface KeyedRequest {
  readonly providerId: string;
  /** The client's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of the endpoint and the parsed input, hexadecimal. */
  readonly fingerprint: string;
}

/** What all repetitions of a request have in common, and no other request; no part contains a line feed. */
export function toRepetition({ providerId, key, fingerprint }: KeyedRequest): string {
  return [providerId, key, fingerprint].join('\n');
}

/** Stores the requests that carry an idempotency key, unique by provider and key. */
export interface IdempotencyStore {
  /**
   * Claims the key for a request whose operation would get this id; atomic over all instances. The claim is renewed until
   * the request is answered or given up, and expires when this instance dies.
   */
  claim(request: KeyedRequest, operationId: string): Promise<Claim>;
  /**
   * Stores the response, a JSON value, for all repetitions, unless one is stored already. Resolves to the stored response;
   * undefined when the key was forgotten meanwhile.
   */
  storeResponse(request: KeyedRequest, response: unknown): Promise<unknown>;
  /** Ends the claim; a repetition continues with the same operation. */
  giveUp(request: KeyedRequest): Promise<void>;
  /** Deletes the key, so that a repetition creates a new operation: this one has failed without effect. */
  forget(request: KeyedRequest): Promise<void>;
}
