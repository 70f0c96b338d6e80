/** A beacon of drand's scheme bls-unchained-g1-rfc9380: its public key, and the times of its rounds. */
export interface BeaconScheme {
  /** A compressed point of G2, 192 hexadecimal digits, as drand publishes it. */
  readonly publicKey: string;
  /** When round 1 is signed, in Unix seconds. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
}

/** drand's network quicknet: the beacon of every draw, unless another one is configured. */
export const QUICKNET: BeaconScheme = {
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** Relays of quicknet: base addresses of drand's HTTP API, with the hash of its chain. */
export const QUICKNET_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://drand.cloudflare.com',
].map((relay) => `${relay}/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971`);

/** The least number of seconds that any hub accepts between a round's close and the beacon round that decides it. */
export const LEAST_BEACON_MARGIN = 30;

/** The least margin, in seconds, with which a reorganisation of a public chain cannot reach behind the signature. */
export const SAFE_BEACON_MARGIN = 900;

/** The first beacon round that is signed at or after a time in Unix seconds. */
export function beaconRoundAt({ genesis, period }: BeaconScheme, timestamp: number): bigint {
  return timestamp <= genesis ? 1n : BigInt(Math.floor((timestamp - genesis - 1) / period)) + 2n;
}

/** When a beacon round, from 1 on, is signed, in Unix seconds. */
export function timeOfBeaconRound({ genesis, period }: BeaconScheme, beaconRound: bigint): number {
  return genesis + (Number(beaconRound) - 1) * period;
}
