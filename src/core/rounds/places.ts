import type { z } from 'zod';
import { DomainError } from '../errors.ts';
import { wholeNumber } from '../values/integers.ts';
import type { GiveawayPlaces } from '../chain/chain-call.ts';
import type { Contracts } from '../chain/contracts.ts';

/** How many winners, and how many alternates, each round of a giveaway may have (Options.sol). */
export const MAX_PLACES = 100;

/** A whole number of an input that may be left out; the fallback, null and an absent number are all undefined. */
const optional = (bounds: { readonly min: number; readonly max: number }, fallback: number) =>
  wholeNumber(bounds)
    .nullish()
    .transform((count) => (count == null || count === fallback ? undefined : count));

/** The winners of each round, in an input; undefined for one. */
export const winners = optional({ min: 1, max: MAX_PLACES }, 1);
/** The alternates of each round, in an input; undefined for none. */
export const alternates = optional({ min: 0, max: MAX_PLACES }, 0);
/** A place of a round, in an input, counted from 0; undefined for the first one. */
export const place = optional({ min: 0, max: 2 * MAX_PLACES - 1 }, 0);

type PlaceInput = z.output<typeof place>;

/** The place as a member of a call and of a response: absent for the first one. */
export function namePlace(wanted: PlaceInput): { readonly place?: number } {
  return wanted === undefined ? {} : { place: wanted };
}

/** How many places each round has. */
export function countPlaces({ winners: first, alternates: further }: GiveawayPlaces): number {
  return first + further;
}

/** Throws NOT_FOUND (PLACE) when the giveaway, which may still be on its way to the chain, has no such place. */
export async function requirePlace(
  { contracts }: { readonly contracts: Pick<Contracts, 'places'> },
  giveaway: string,
  wanted: PlaceInput,
): Promise<void> {
  if (wanted === undefined) return;
  const counts = await contracts.places(giveaway);
  if (counts === undefined || wanted < countPlaces(counts)) return;
  throw new DomainError(
    'NOT_FOUND',
    `The rounds of the giveaway have no place ${wanted}: their places are 0 to ${countPlaces(counts) - 1}.`,
    { reason: 'PLACE', values: { place: wanted, ...counts } },
  );
}
