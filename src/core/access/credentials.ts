/** How each kind of secret begins, so that a reader, a scanner and this service recognise it. */
export const SECRET_PREFIXES = {
  apiKey: 'ggw_live_',
  client: 'gcs_',
  operator: 'gop_',
  report: 'grp_',
  webhook: 'whsec_',
} as const;

/** Whether a text begins like a secret of this service. */
export function hasSecretPrefix(text: string): boolean {
  return Object.values(SECRET_PREFIXES).some((prefix) => text.startsWith(prefix));
}

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
  /** The API key that was issued with this origin and has this hash, whichever key of the installation derived it. */
  repeatApiKey(origin: SecretOrigin, hash: string): IssuedSecret | undefined;
  issueClientSecret(origin?: SecretOrigin): IssuedSecret;
  /** The same for the secret of a service client. */
  repeatClientSecret(origin: SecretOrigin, hash: string): IssuedSecret | undefined;
  /** The secret that shows the state of a report of a listing. */
  issueReportSecret(origin: SecretOrigin): string;
  /** What each key of the installation derives: one of them was issued, unless its key is gone. */
  reportSecretsOf(origin: SecretOrigin): readonly string[];
  /** A keyed hash that tells client networks apart and does not disclose them, while AUTH_SECRET is the same. */
  pseudonymOf(network: string): string;
  /** A signing secret of a webhook (Standard Webhooks 1.0): whsec_ and the bits in base64. */
  issueWebhookSecret(origin?: SecretOrigin): string;
  /** Whether the signing secret was issued with this origin, whichever key of the installation derived it. */
  isWebhookSecretOf(origin: SecretOrigin, secret: string): boolean;
}
