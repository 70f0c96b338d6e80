/** A new secret, which is shown only once; only the hash is stored. */
export interface IssuedSecret {
  readonly secret: string;
  readonly hash: string;
  /** The first and the last characters, for display. */
  readonly start: string;
  readonly end: string;
}

/** Generates secrets of 256 random bits (CSPRNG). */
export interface Credentials {
  issueApiKey(): IssuedSecret;
  issueClientSecret(): IssuedSecret;
}
