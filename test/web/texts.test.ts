import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { de } from '../../web/texts/de.ts';
import { en } from '../../web/texts/en.ts';
import { formatFor } from '../../web/site/format.ts';

it('has every text in German too, other than in English', () => {
  const same = entriesOf(en).filter(([path, text]) => new Map(entriesOf(de)).get(path) === text);
  expect(entriesOf(de).map(([path]) => path)).toEqual(entriesOf(en).map(([path]) => path));
  // Single words may be the same in both.
  expect(same.filter(([, text]) => text.includes(' ') && text !== 'JSON Feed')).toEqual([]);
});

it('calls a publisher Veranstalter in German, and by no other word', () => {
  const files = globSync('web/texts/de/*.ts');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('Herausgeber'))).toEqual([]);
});

it.each([
  [0, '0 %', '0 %'],
  [1e-9, '< 0.01 %', '< 0,01 %'],
  [0.000_05, '0.01 %', '0,01 %'],
  [1 / 3, '33.33 %', '33,33 %'],
  [0.999_9, '99.99 %', '99,99 %'],
  [999_990 / 1_000_000, '> 99.99 %', '> 99,99 %'],
  [1, '100 %', '100 %'],
])('writes the share %d as %s', (share, english, german) => {
  expect([formatFor('en').percent(share), formatFor('de').percent(share)]).toEqual([english, german]);
});

it.each([
  ['en', '1 Feb 2026'],
  ['de', '1. Feb. 2026'],
] as const)('writes a date in %s as a time has it', (language, date) => {
  const format = formatFor(language);
  expect([format.date('2026-02-01T12:00:00Z'), format.time('2026-02-01T12:00:00Z')]).toEqual([
    date,
    `${date}, 12:00 UTC`,
  ]);
});

function entriesOf(texts: object, path = ''): (readonly [string, string])[] {
  return Object.entries(texts)
    .flatMap(([name, value]): (readonly [string, string])[] => {
      const own = `${path}.${name}`;
      if (typeof value === 'object' && value !== null) return entriesOf(value, own);
      return [[own, typeof value === 'function' ? 'function' : String(value)]];
    })
    .filter(([, text]) => text !== 'function');
}
