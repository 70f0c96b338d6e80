/** What a request with an idempotency key meets. */
export type Claim =
  /** It is this request's turn. The operation may have been accepted by an earlier one that was not answered. */
  | { readonly kind: 'claimed'; readonly operationId: string }
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** An identical request is being answered. */
  | { readonly kind: 'running' }
  /** The key was used with another request. */
  | { readonly kind: 'different' };

export interface KeyedRequest {
  readonly providerId: string;
  /** The client's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what is asked for, hexadecimal. */
  readonly fingerprint: string;
}

/** Keeps which requests were made, each unique by provider and key. */
export interface IdempotencyStore {
  /**
   * Claims the key for a request that would be carried out as this operation; atomic over all instances. The claim is
   * kept alive until it is answered or given up, and lapses with this instance.
   */
  claim(request: KeyedRequest, operationId: string): Promise<Claim>;
  /**
   * Keeps the answer, a JSON value, for all repetitions. Resolves to the one that is kept: an earlier one stays, and
   * undefined says that the key was forgotten in between.
   */
  answer(request: KeyedRequest, answer: unknown): Promise<unknown>;
  /** Lets a repetition continue with the same operation. */
  giveUp(request: KeyedRequest): Promise<void>;
  /** Forgets the key, so that a repetition begins anew: the operation has failed for good without taking effect. */
  forget(request: KeyedRequest): Promise<void>;
}
