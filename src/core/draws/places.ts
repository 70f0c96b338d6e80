import { ticketOf, type Keccak256, type Leaves } from './draw.ts';

/** How many places a round has: winners, and alternates after them. */
export interface PlaceCounts {
  readonly winners: number;
  readonly alternates: number;
}

/** A place of a round, and the ticket that decided it. */
export interface DrawnPlace {
  /** Counted from 0. */
  readonly place: number;
  readonly passportId: bigint;
  /** The number of tickets drawn before. */
  readonly drawn: number;
  /** The number of tickets that were left. */
  readonly total: number;
  readonly ticket: number;
}

/** The tickets of a leaf that a ticket hit. */
interface Excluded {
  readonly first: number;
  readonly weight: number;
}

/**
 * The winners of a draw by their places: the leaf that a ticket hits is left out of the next tickets, and its passport takes the
 * next place, unless it has one. Fewer than `places` when fewer passports hold entries.
 */
export function drawPlaces(
  leaves: Leaves,
  { seed, places }: { readonly seed: string; readonly places: number },
  keccak256: Keccak256,
): readonly DrawnPlace[] {
  const ends: number[] = [];
  let left = 0;
  for (const { entries } of leaves) ends.push((left += entries));
  const excluded: Excluded[] = [];
  const winners = new Set<bigint>();
  const decided: DrawnPlace[] = [];
  for (let drawn = 0; decided.length < places && left > 0; drawn += 1) {
    const ticket = ticketOf(drawn === 0 ? seed : seedAfter(seed, drawn, keccak256), left);
    const { among, before } = skip(excluded, ticket);
    const index = firstAbove(ends, among);
    const { passportId, entries } = leaves[index] as Leaves[number];
    excluded.splice(before, 0, { first: (ends[index] as number) - entries, weight: entries });
    if (!winners.has(passportId)) {
      winners.add(passportId);
      decided.push({ place: decided.length, passportId, drawn, total: left, ticket });
    }
    left -= entries;
  }
  return decided;
}

function seedAfter(seed: string, drawn: number, keccak256: Keccak256): string {
  return keccak256(`${seed}${drawn.toString(16).padStart(64, '0')}`);
}

/** The ticket with this number among those that are not left out, and the number of ranges before it. */
function skip(excluded: readonly Excluded[], ticket: number): { among: number; before: number } {
  let among = ticket;
  let before = 0;
  for (const { first, weight } of excluded) {
    if (among < first) break;
    among += weight;
    before += 1;
  }
  return { among, before };
}

/** The index of the first number above a value, in ascending numbers. */
function firstAbove(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
