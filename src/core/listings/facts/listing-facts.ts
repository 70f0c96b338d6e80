import { z } from 'zod';
import { REGIONS } from './regions.ts';

/** What a listing gives away: prizes for some, or the same for everybody who comes. */
export const LISTING_KINDS = ['PRIZE', 'FREEBIE'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];
/** Who gets it: drawn ones, or those who come first. */
export const ALLOCATIONS = ['DRAW', 'FIRST_COME'] as const;
export type Allocation = (typeof ALLOCATIONS)[number];

/** The optional facts of a listing. What is not stated is null, and an empty list of regions. */
export interface ListingFacts {
  /** Codes of ISO 3166-1 alpha-2, sorted. */
  readonly regions: readonly string[];
  /** In years. */
  readonly minimumAge: number | null;
  readonly prizes: number | null;
  readonly kind: ListingKind | null;
  readonly allocation: Allocation | null;
}
export type FactName = keyof ListingFacts;

export const NO_FACTS: ListingFacts = {
  regions: [],
  minimumAge: null,
  prizes: null,
  kind: null,
  allocation: null,
};
/** The names of the facts, in display order. */
export const FACT_NAMES = Object.keys(NO_FACTS) as readonly FactName[];

/** The regions of one listing, or of one filter: those of a group of countries, and not most of the world. */
const MAX_REGIONS = 50;
export const MAX_AGE = 120;
export const MAX_PRIZES = 1_000_000;

const REGION = 'must be a country code of ISO 3166-1, such as DE.';
const regions = z
  .array(
    z
      .string(REGION)
      .trim()
      .toUpperCase()
      .refine((code) => REGIONS.has(code), REGION),
    'must be a list of country codes.',
  )
  .max(MAX_REGIONS, `has too many entries: send at most ${MAX_REGIONS}.`)
  .nullish();
const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max.toLocaleString('en')}.`;
  return z.int(message).min(min, message).max(max, message).nullish();
};
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}.`).nullish();

/** The input of facts: what is left out is not stated. */
export const statedFacts = z
  .object({
    regions: regions.describe('Where people can enter: country codes (ISO 3166-1 alpha-2), at most 50.'),
    minimumAge: whole(0, MAX_AGE).describe('The age in years that people need to enter.'),
    prizes: whole(1, MAX_PRIZES).describe('How many prizes there are.'),
    kind: oneOf(LISTING_KINDS).describe('PRIZE for some, or a FREEBIE for everybody.'),
    allocation: oneOf(ALLOCATIONS).describe('By a DRAW, or FIRST_COME.'),
  })
  .transform((facts): ListingFacts => ({
    regions: [...new Set(facts.regions)].toSorted(),
    minimumAge: facts.minimumAge ?? null,
    prizes: facts.prizes ?? null,
    kind: facts.kind ?? null,
    allocation: facts.allocation ?? null,
  }));

/** The input of a filter by facts. A listing that does not state a fact matches no filter by it. */
export const factsFilter = z.object({
  regions: regions.describe('Only listings for one of these countries (ISO 3166-1 alpha-2).'),
  age: whole(0, MAX_AGE).describe('Only listings for people of this age: their minimum age is not higher.'),
  minPrizes: whole(1, MAX_PRIZES).describe('Only listings with at least so many prizes.'),
  kind: oneOf(LISTING_KINDS).describe('PRIZE or FREEBIE: only listings of this kind.'),
  allocation: oneOf(ALLOCATIONS).describe('DRAW or FIRST_COME: only listings that are given away so.'),
});

/** A filter by facts; undefined members do not filter. */
export interface FactsFilter {
  readonly regions: readonly string[] | undefined;
  readonly age: number | undefined;
  readonly minPrizes: number | undefined;
  readonly kind: ListingKind | undefined;
  readonly allocation: Allocation | undefined;
}

/** The filter of a parsed input; undefined when it filters by nothing. */
export function toFactsFilter(
  input: z.output<typeof factsFilter> | null | undefined,
): FactsFilter | undefined {
  const filter = {
    regions: input?.regions ?? undefined,
    age: input?.age ?? undefined,
    minPrizes: input?.minPrizes ?? undefined,
    kind: input?.kind ?? undefined,
    allocation: input?.allocation ?? undefined,
  };
  return Object.values(filter).every((value) => value === undefined) ? undefined : filter;
}
