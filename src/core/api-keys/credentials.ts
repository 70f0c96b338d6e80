/** A new secret, which is shown only once; only the hash is stored. */
export interface IssuedSecret {
  readonly secret: string;
  readonly hash: string;
  /** The first and the last characters, for display. */
  readonly start: string;
  readonly end: string;
}

/** The request that a secret was issued for: the id of what it belongs to, the time, and the random id of the request. */
export interface SecretOrigin {
  readonly id: string;
  readonly issuedAt: Date;
  readonly requestId: string;
}

/**
 * Issues secrets of 256 bits: random ones (CSPRNG) without an origin; with one, a secret that the origin and a key of the
 * installation derive, so that only the same request gets it again.
 */
export interface Credentials {
  issueApiKey(origin?: SecretOrigin): IssuedSecret;
  issueClientSecret(): IssuedSecret;
  /** A signing secret of a webhook (Standard Webhooks 1.0): whsec_ and the bits in base64. */
  issueWebhookSecret(origin?: SecretOrigin): string;
}
