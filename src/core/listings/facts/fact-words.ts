import { type Allocation, type ListingFacts, type ListingKind, MAX_PRIZES } from './listing-facts.ts';

/*
 * Facts are stored as words, of which a listing with facts has one for each: `age/18 kind/PRIZE prizes/0000010 region/AT`.
 * So one index finds them by any combination, and one statement counts them.
 */

/** Numbers of prizes have as many digits as the largest, so that words sort like numbers. */
export const PRIZE_DIGITS = String(MAX_PRIZES).length;

/** The words of facts; empty when nothing is stated. */
export function toFactWords({ regions, minimumAge, prizes, kind, allocation }: ListingFacts): string[] {
  return [
    ...(minimumAge === null ? [] : [`age/${minimumAge}`]),
    ...(allocation === null ? [] : [`allocation/${allocation}`]),
    ...(kind === null ? [] : [`kind/${kind}`]),
    ...(prizes === null ? [] : [`prizes/${String(prizes).padStart(PRIZE_DIGITS, '0')}`]),
    ...regions.map((region) => `region/${region}`),
  ];
}

/** The facts of words that are stored, each in quotes; null and empty have none. */
export function readFacts(stored: unknown): ListingFacts {
  const words = typeof stored === 'string' ? stored.replaceAll("'", '').split(' ') : [];
  const of = (kind: string) =>
    words.flatMap((word) => (word.startsWith(`${kind}/`) ? [word.slice(kind.length + 1)] : []));
  const [age, prizes] = [of('age')[0], of('prizes')[0]];
  return {
    regions: of('region').toSorted(),
    minimumAge: age === undefined ? null : Number(age),
    prizes: prizes === undefined ? null : Number(prizes),
    // The words of stored facts were checked.
    kind: (of('kind')[0] as ListingKind | undefined) ?? null,
    allocation: (of('allocation')[0] as Allocation | undefined) ?? null,
  };
}
