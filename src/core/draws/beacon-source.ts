/** A public source of randomness that signs numbered rounds at known times (drand, scheme bls-unchained-g1-rfc9380). */
export interface BeaconSource {
  /** A compressed point of G2, 192 hexadecimal digits, as drand publishes it. */
  readonly publicKey: string;
  /** When round 1 is signed, in Unix seconds. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
  /**
   * The verified signature of a round as the contracts take it: 0x and 96 hexadecimal digits. Undefined while the round
   * is not signed. Throws SERVICE_UNAVAILABLE when no relay answers.
   */
  signatureOf(beaconRound: bigint): Promise<string | undefined>;
}
