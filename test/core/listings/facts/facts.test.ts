import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFacts, toFactWords } from '../../../../src/core/listings/facts/fact-words.ts';
import {
  ALLOCATIONS,
  LISTING_KINDS,
  statedFacts,
  NO_FACTS,
} from '../../../../src/core/listings/facts/listing-facts.ts';
import { REGIONS } from '../../../../src/core/listings/facts/regions.ts';
import { parseInput } from '../../../../src/core/use-case.ts';

describe('regions', () => {
  it('are the 249 codes of ISO 3166-1, each with a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(REGIONS.size).toBe(249);
    expect([...REGIONS].filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(['EU', 'UK', 'XK', 'ZZ', 'AN', 'SU'].filter((code) => REGIONS.has(code))).toEqual([]);
  });
});

const facts = fc.record({
  regions: fc.uniqueArray(fc.constantFrom(...REGIONS), { maxLength: 50 }).map((codes) => codes.toSorted()),
  minimumAge: fc.option(fc.integer({ min: 0, max: 120 })),
  prizes: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  kind: fc.option(fc.constantFrom(...LISTING_KINDS)),
  allocation: fc.option(fc.constantFrom(...ALLOCATIONS)),
});

describe('facts', () => {
  it('are read from their words as they were stated', () => {
    fc.assert(
      fc.property(facts, (stated) => {
        const stored = toFactWords(stated).map((word) => `'${word}'`);
        expect(readFacts(stored.toReversed().join(' '))).toEqual(stated);
        expect(parseInput(statedFacts, stated)).toEqual(stated);
      }),
    );
    expect([readFacts(null), readFacts('')]).toEqual([NO_FACTS, NO_FACTS]);
  });

  it('take codes of regions in any case, each once and in order', () => {
    expect(parseInput(statedFacts, { regions: [' de', 'AT', 'De'] }).regions).toEqual(['AT', 'DE']);
  });

  it.each([
    [{ regions: ['XX'] }, 'regions.0', 'must be a country code of ISO 3166-1, such as DE.'],
    [{ regions: ['Germany'] }, 'regions.0', 'must be a country code of ISO 3166-1, such as DE.'],
    [{ regions: 'DE' }, 'regions', 'must be a list of country codes.'],
    [{ regions: Array(51).fill('DE') }, 'regions', 'has too many entries: send at most 50.'],
    [{ minimumAge: 121 }, 'minimumAge', 'must be a whole number from 0 to 120.'],
    [{ minimumAge: 17.5 }, 'minimumAge', 'must be a whole number from 0 to 120.'],
    [{ prizes: 0 }, 'prizes', 'must be a whole number from 1 to 1,000,000.'],
    [{ prizes: 1_000_001 }, 'prizes', 'must be a whole number from 1 to 1,000,000.'],
    [{ kind: 'prize' }, 'kind', 'must be one of PRIZE, FREEBIE.'],
    [{ allocation: 'LUCK' }, 'allocation', 'must be one of DRAW, FIRST_COME.'],
  ])('refuse %j', (stated, path, message) => {
    expect(() => parseInput(statedFacts, stated)).toThrow(
      expect.objectContaining({ details: [{ path: path.split('.').map(toStep), message }] }),
    );
  });
});

const toStep = (step: string) => (/^\d+$/.test(step) ? Number(step) : step);
