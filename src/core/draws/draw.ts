/** What the entries of one round stand at: each at its leaf, in the order of first issues. */
export type Leaves = readonly { readonly passportId: bigint; readonly entries: number }[];

/** The one draw that a seed is for; keys and addresses as 0x hexadecimal. */
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

/** The ticket below `total`, which must be above 0, that a seed draws. */
export function ticketOf(seed: string, total: number): number {
  return Number(BigInt(seed) % BigInt(total));
}

/** What counts for a round: its own leaves, or with carry-over those of all rounds up to it, in their order. */
export function countedLeaves(
  rounds: ReadonlyMap<number, Leaves>,
  round: number,
  carriesOver: boolean,
): Leaves {
  if (!carriesOver) return rounds.get(round) ?? [];
  const counted = [...rounds.keys()].filter((index) => index <= round).toSorted((one, other) => one - other);
  return counted.flatMap((index) => rounds.get(index) ?? []);
}

/** The entries of all leaves together. */
export function totalOf(leaves: Leaves): number {
  return leaves.reduce((sum, { entries }) => sum + entries, 0);
}

/** The passport under a ticket: each leaf covers as many tickets as it has entries. Undefined for a ticket too high. */
export function passportUnder(leaves: Leaves, ticket: number): bigint | undefined {
  let left = ticket;
  for (const { passportId, entries } of leaves) {
    if (left < entries) return passportId;
    left -= entries;
  }
  return undefined;
}
