import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../../../src/core/errors.ts';
import {
  readPage,
  toCursor,
  toPage,
  type PageRequest,
  type PositionKind,
} from '../../../src/core/values/paging.ts';

const INSTANT = '2026-01-02T03:04:05.678Z';
const page = (fields: Partial<PageRequest>): PageRequest => ({
  size: 2,
  backward: false,
  after: undefined,
  before: undefined,
  ...fields,
});
const place = { key: INSTANT, id: 'lst_1' };

describe('the arguments of a page', () => {
  it.each([
    [{}, { size: 20, backward: false }],
    [{ first: 5 }, { size: 5, backward: false }],
    [{ last: 5 }, { size: 5, backward: true }],
    [
      { first: null, last: 5 },
      { size: 5, backward: true },
    ],
    [
      { first: 5, last: null },
      { size: 5, backward: false },
    ],
    [
      { first: null, last: null, after: null, before: null },
      { size: 20, backward: false },
    ],
    [{ after: toCursor('A', INSTANT, 'lst_1') }, { size: 20, backward: false, after: place }],
    [
      { last: 1, before: toCursor('A', INSTANT, 'lst_1') },
      { size: 1, backward: true, before: place },
    ],
  ])('are read: %j', (raw, expected) => {
    expect(readPage(raw, 'A')).toEqual(page(expected));
  });

  it('cannot be first and last together', () => {
    expect(() => readPage({ first: 1, last: 1 }, 'A')).toThrow(DomainError);
  });
});

describe('a cursor', () => {
  it('leads back to its place, in its own order only', () => {
    const instants = fc.date({
      min: new Date('0001-01-01T00:00:00.000Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.stringMatching(/^[a-z]{3}_[0-9a-f]{32}$/), (instant, id) => {
        const key = instant.toISOString();
        const after = toCursor('NEWEST', key, id);
        expect(readPage({ after }, 'NEWEST').after).toEqual({ key, id });
        expect(() => readPage({ after }, 'ENDING_SOON')).toThrow(/not a cursor of this list/);
      }),
    );
  });

  it('is refused as INVALID_PAYLOAD, never anything else, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (after) => {
        expect(() => readPage({ after }, 'NEWEST')).toThrow(
          expect.objectContaining({ code: 'INVALID_PAYLOAD' }),
        );
      }),
    );
  });

  it.each([
    '2026-02-30T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-01-01T24:00:01.000Z',
    '2026-01-01T00:00:60.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01',
    '-infinity',
    'Infinity',
    '',
  ])('a cursor of the instant "%s" is refused', (key) => {
    expect(() => readPage({ after: toCursor('A', key, 'lst_1') }, 'A')).toThrow(/not a cursor/);
  });
});

describe('a cursor of an order by', () => {
  const round = `rnd_${'a'.repeat(64)}_12`;
  const readAs = (kind: PositionKind, key: string, id: string) =>
    readPage({ after: toCursor('A', key, id) }, 'A', kind).after;

  it.each<[PositionKind, string, string]>([
    ['number', '0', ''],
    ['number', '999999999999999', ''],
    ['two numbers', '12', '3'],
    ['instant and round', INSTANT, round],
  ])('%s leads back to its place: %s %s', (kind, key, id) => {
    expect(readAs(kind, key, id)).toEqual({ key, id });
  });

  it.each<[PositionKind, string, string]>([
    ['number', '-1', ''],
    ['number', '1.5', ''],
    ['number', '9999999999999999', ''],
    ['number', '1', '1'],
    ['number', INSTANT, ''],
    ['two numbers', '1', ''],
    ['two numbers', '1', 'a'],
    ['instant', '1', 'lst_1'],
    ['instant', INSTANT, ''],
    ['instant and round', INSTANT, 'lst_1'],
    ['instant and round', INSTANT, `${round}_`],
    ['instant and round', 'infinity', round],
  ])('%s is refused for another place: %s %s', (kind, key, id) => {
    expect(() => readAs(kind, key, id)).toThrow(/not a cursor/);
  });
});

describe('a page cut from its rows', () => {
  it.each([
    ['of none', [], {}, [], false, false],
    ['of fewer than asked for', ['a'], {}, ['a'], false, false],
    ['of just as many', ['a', 'b'], {}, ['a', 'b'], false, false],
    ['of one more', ['a', 'b', 'c'], {}, ['a', 'b'], true, false],
    ['behind a cursor', ['a'], { after: place }, ['a'], false, true],
    ['from the end', ['b', 'a'], { backward: true }, ['a', 'b'], false, false],
    ['from the end, with more before', ['c', 'b', 'a'], { backward: true }, ['b', 'c'], false, true],
    ['before a cursor', ['b', 'a'], { backward: true, before: place }, ['a', 'b'], true, false],
  ])('%s says which neighbours there are', (_what, rows, request, items, hasNextPage, hasPreviousPage) => {
    expect(toPage(rows, page(request))).toEqual({ items, hasNextPage, hasPreviousPage });
  });
});
