/** A secret at the one moment it can be shown; only the hash is kept. */
export interface IssuedSecret {
  readonly secret: string;
  readonly hash: string;
  /** The first and the last characters, for display. */
  readonly start: string;
  readonly end: string;
}

/** Makes secrets of 256 random bits (CSPRNG). */
export interface Credentials {
  issueApiKey(): IssuedSecret;
  issueClientSecret(): IssuedSecret;
}
