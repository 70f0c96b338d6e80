/** The leaves of one round's tree: the entries of each passport, in the order in which the passports first got entries. */
export type Leaves = readonly { readonly passportId: bigint; readonly entries: number }[];

/** What the seed of a draw is computed from; keys and addresses as 0x hexadecimal. */
export interface DrawTerms {
  /** sha256 of the beacon's signature: 32 bytes. */
  readonly randomness: string;
  readonly chainId: bigint;
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
}

/** keccak256 of bytes, both as 0x hexadecimal. */
export type Keccak256 = (bytes: string) => string;

/** The seed of a draw: keccak256 of its terms, each in a word of 32 bytes (decision: the chain). */
export function seedOf(
  { randomness, chainId, hub, giveaway, round }: DrawTerms,
  keccak256: Keccak256,
): string {
  const words = [randomness, `0x${chainId.toString(16)}`, hub, giveaway, `0x${round.toString(16)}`];
  return keccak256(`0x${words.map((word) => word.slice(2).toLowerCase().padStart(64, '0')).join('')}`);
}

/** The ticket that a seed draws: from 0 to `total` - 1, where `total` is above 0. */
export function ticketOf(seed: string, total: number): number {
  return Number(BigInt(seed) % BigInt(total));
}

/** The leaves that count for a round: its own, or with carry-over those of all rounds up to it, in order. */
export function countedLeaves(
  rounds: ReadonlyMap<number, Leaves>,
  round: number,
  carriesOver: boolean,
): Leaves {
  if (!carriesOver) return rounds.get(round) ?? [];
  const counted = [...rounds.keys()].filter((index) => index <= round).toSorted((one, other) => one - other);
  return counted.flatMap((index) => rounds.get(index) ?? []);
}

/** The sum of the entries of all leaves. */
export function totalOf(leaves: Leaves): number {
  return leaves.reduce((sum, { entries }) => sum + entries, 0);
}

/** The passport that owns a ticket: each leaf has as many tickets as entries. Undefined for a ticket that is too high. */
export function passportUnder(leaves: Leaves, ticket: number): bigint | undefined {
  let left = ticket;
  for (const { passportId, entries } of leaves) {
    if (left < entries) return passportId;
    left -= entries;
  }
  return undefined;
}
