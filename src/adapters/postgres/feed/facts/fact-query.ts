import { PRIZE_DIGITS } from '../../../../core/listings/facts/fact-words.ts';
import type { FactsFilter } from '../../../../core/listings/facts/listing-facts.ts';

/** The tsquery of a filter by facts, on the words of facts (`listing.facts`). */
export function toFactQuery({ regions, age, minPrizes, kind, allocation }: FactsFilter): string {
  return [
    regions?.map((region) => `'region/${region}'`),
    age === undefined ? undefined : Array.from({ length: age + 1 }, (_, year) => `'age/${year}'`),
    minPrizes === undefined ? undefined : atLeast(minPrizes),
    kind && [`'kind/${kind}'`],
    allocation && [`'allocation/${allocation}'`],
  ]
    .flatMap((alternatives) => (alternatives ? [`(${alternatives.join(' | ')})`] : []))
    .join(' & ');
}

/** Words one of which each listing with these facts has; none for a range of numbers. */
export function factKeysOf({ regions, kind, allocation }: FactsFilter): string[] | undefined {
  if (regions !== undefined) return regions.map((region) => `region/${region}`);
  if (kind !== undefined) return [`kind/${kind}`];
  return allocation === undefined ? undefined : [`allocation/${allocation}`];
}

/** The number itself, and the beginnings of all larger numbers: those that are larger in one digit, and equal in those before it. */
function atLeast(number: number): string[] {
  const digits = String(number).padStart(PRIZE_DIGITS, '0');
  const larger = digits.split('').flatMap((digit, index) =>
    Array.from({ length: 9 - Number(digit) }, (_, step) => {
      const beginning = `${digits.slice(0, index)}${Number(digit) + 1 + step}`;
      return `'prizes/${beginning}':*`;
    }),
  );
  return [`'prizes/${digits}'`, ...larger];
}
