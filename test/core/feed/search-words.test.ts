import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  foldName,
  isCorrected,
  isOneErrorApart,
  searchTerms,
  searchWords,
} from '../../../src/core/feed/search-words.ts';

const wordsOf = (text: string) => searchWords(text).map((word) => word.text);
const termsOf = (phrase: string) =>
  searchTerms(phrase).map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text));

describe('the words of a text', () => {
  it.each([
    ['Win a Weekend', ['win', 'a', 'weekend']],
    ['a A ａ', ['a']],
    ['Zu\u0308rich, ZÜRICH!', ['zurich']],
    ['C++ & e-book: 100%', ['c', 'e', 'book', '100']],
    ["o'clock", ['o', 'clock']],
    ['🎁 … — \u200b', []],
    ['', []],
    ['القاهرة', ['القاهره']],
    ['مُحَمَّد أحمد', ['محمد', 'احمد']],
    ['Straße STRASSE İstanbul ılık', ['strasse', 'istanbul', 'ilik']],
    ['ΟΔΟΣ οδός', ['οδοσ']],
    ['Ёлка елка', ['елка']],
    ['йод', ['йод']],
    ['がか', ['がか', 'か']],
    ['東京都 2024', ['東京', '京都', '都', '2024']],
    ['PS5で遊ぶ', ['ps5', 'で遊', '遊ぶ', 'ぶ']],
    ['दिल्ली', ['दिल्ली']],
    [`с${'\u0301'.repeat(40)}ы`, [`с${'\u0301'.repeat(30)}ы`]],
    ['x'.repeat(70), ['x'.repeat(64)]],
    [`${'x'.repeat(63)}𝼀𝼀`, [`${'x'.repeat(63)}\ufffd`]],
  ])('the words of %j are folded and each named once', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    ['bicycles', 'english'],
    ['елка', 'russian'],
    ['αθηνα', 'greek'],
    ['القاهره', 'arabic'],
    ['ps5', undefined],
    ['दिल्ली', undefined],
    ['東京', undefined],
  ])('have endings of a language by their script: %s', (text, stemmer) => {
    expect(searchWords(text)[0]?.stemmer).toBe(stemmer);
  });

  it('never hold what a search expression could be made of, and are the same when folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}\ufffd]+$/u);
          expect(word.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('the terms of a phrase', () => {
  it.each([
    ['Week in', ['week*', 'in*']],
    ['東京都', ['東京', '京都']],
    ['奖', ['奖*']],
    ['', []],
    ['!!', []],
  ])('the terms of %j are beginnings of words, and pairs of characters', (phrase, terms) => {
    expect(termsOf(phrase)).toEqual(terms);
  });

  it('are at most sixteen', () => {
    expect(searchTerms(Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '))).toHaveLength(16);
  });

  it('all find the text itself, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text);
        for (const { text: term, isPrefix } of searchTerms(text))
          expect(words.some((word) => (isPrefix ? word.startsWith(term) : word === term))).toBe(true);
      }),
    );
  });
});

describe('a typing error', () => {
  it.each([
    ['bicycle', 'bicyle', true],
    ['bicycle', 'bicyccle', true],
    ['bicycle', 'bycicle', false],
    ['bicycle', 'bicicle', true],
    ['bicycle', 'icycle', true],
    ['bicycle', 'bicycl', true],
    ['game', 'gmae', true],
    ['game', 'gaem', true],
    ['game', 'game', false],
    ['abcd', 'badc', false],
  ])('is between %s and %s: %j', (one, other, expected) => {
    expect(isOneErrorApart(one, other)).toBe(expected);
    expect(isOneErrorApart(other, one)).toBe(expected);
  });

  it.each([
    ['game', true],
    ['box', false],
    ['ps5s', false],
    ['東京都庁', false],
    ['путь', true],
    ['x'.repeat(25), false],
  ])('is looked for in %s: %j', (word, expected) => {
    expect(isCorrected(word)).toBe(expected);
  });
});

it.each([
  ['Steam', 'STEAM', true],
  ['Ｓｔｅａｍ', 'steam', true],
  ['İzmir', 'izmir', true],
  ['Straße', 'STRASSE', true],
  ['ΠΑΙΧΝΙΔΙΑΣ', 'παιχνιδιας', true],
  ['Pokémon', 'Pokemon', false],
  ['Steam ', 'Steam', false],
])('the names %s and %s are the same: %j', (one, other, expected) => {
  expect(foldName(one) === foldName(other)).toBe(expected);
});
