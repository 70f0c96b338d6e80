import { beforeAll, describe, expect, it } from '@jest/globals';
import { draft, legacyDraft } from '../../support/listings.ts';
import {
  gateway,
  key,
  feed,
  nodesOf,
  titles,
  publish,
  importLegacy,
  useFeedGateway,
} from './feed-gateway.ts';

useFeedGateway();

describe('a search', () => {
  const PROVIDER = 'Searched';
  const found = (search: string) => titles({ providers: [PROVIDER], search });
  const TITLES = [
    'Win a Weekend in Zürich',
    'Łódź: festiwal świateł',
    'Große Straßenbahn-Tour',
    'رحلة إلى القاهرة لشخصين',
    'סוף שבוע בתל אביב',
    '东京三日游大奖',
    'コーヒーメーカーが当たる',
    'ตั๋วเครื่องบินไปกรุงเทพ',
    'Путешествие в Москву',
    'Διακοπές στην Αθήνα',
    'दिल्ली की यात्रा',
    '🎁 Mystery box 🎮 PS5',
    'C++ & Rust: 100% free e-book',
    `A ${'very'.repeat(30)}longword`,
  ];
  beforeAll(async () => {
    for (const title of TITLES)
      await publish({
        provider: PROVIDER,
        title,
        platform: 'console',
        description: `Found by its words: ${title}.`,
      });
    await publish({
      provider: PROVIDER,
      title: 'Plain',
      description: 'Only the description says lighthouse.',
    });
    await publish({
      provider: PROVIDER,
      title: 'Hidden',
      instructions: 'Only the instructions say submarine.',
      worth: 'Submarine',
    });
  });

  it.each([
    ['a word', 'weekend', ['Win a Weekend in Zürich']],
    ['another case', 'WEEKEND', ['Win a Weekend in Zürich']],
    ['the beginning of a word', 'week', ['Win a Weekend in Zürich']],
    ['one letter', 'z', ['Win a Weekend in Zürich']],
    ['the middle of a word', 'ekend', []],
    ['one letter missing', 'wekend', ['Win a Weekend in Zürich']],
    ['the first letter missing', 'eekend', ['Win a Weekend in Zürich']],
    ['one letter too many', 'mystterry', []],
    ['one letter wrong', 'mystary', ['🎁 Mystery box 🎮 PS5']],
    ['two letters exchanged', 'mysteyr', ['🎁 Mystery box 🎮 PS5']],
    ['two typing errors', 'weeknde x', []],
    ['a typing error without its accent', 'zurihc', ['Win a Weekend in Zürich']],
    ['a typing error in Cyrillic', 'путешествее', ['Путешествие в Москву']],
    ['a plural', 'weekends', ['Win a Weekend in Zürich']],
    ['a plural with a typing error', 'mysteris', ['🎁 Mystery box 🎮 PS5']],
    ['another case of a Russian word', 'путешествия', ['Путешествие в Москву']],
    ['several words in any order', 'zürich win', ['Win a Weekend in Zürich']],
    ['words of which one is missing', 'zürich lose', []],
    ['an accent as it is written', 'zürich', ['Win a Weekend in Zürich']],
    ['an accent in two code points', 'zu\u0308rich', ['Win a Weekend in Zürich']],
    ['no accent', 'zurich', ['Win a Weekend in Zürich']],
    ['another accent', 'zùrich', ['Win a Weekend in Zürich']],
    ['Polish letters', 'łódź ŚWIATEŁ', ['Łódź: festiwal świateł']],
    ['Polish letters without their strokes', 'lodz swiatel', ['Łódź: festiwal świateł']],
    ['a sharp s', 'straßen', ['Große Straßenbahn-Tour']],
    ['a sharp s in capitals', 'STRASSEN', ['Große Straßenbahn-Tour']],
    ['a Turkish capital', 'İN ZÜRİCH', ['Win a Weekend in Zürich']],
    ['a part behind a hyphen', 'tour', ['Große Straßenbahn-Tour']],
    ['Arabic', 'القاهرة', ['رحلة إلى القاهرة لشخصين']],
    ['Arabic with vowel marks and another alef', 'رِحْلَة الى', ['رحلة إلى القاهرة لشخصين']],
    ['the beginning of an Arabic word', 'القا', ['رحلة إلى القاهرة لشخصين']],
    ['Hebrew', 'שבוע אביב', ['סוף שבוע בתל אביב']],
    ['Chinese', '东京', ['东京三日游大奖']],
    ['Chinese within a longer word', '日游大', ['东京三日游大奖']],
    ['one Chinese character', '奖', ['东京三日游大奖']],
    ['Chinese characters that do not stand together', '东日', []],
    ['Japanese within a longer word', 'メーカー', ['コーヒーメーカーが当たる']],
    ['Japanese', 'コーヒー', ['コーヒーメーカーが当たる']],
    ['Japanese in half-width forms', 'ｺｰﾋｰ', ['コーヒーメーカーが当たる']],
    ['Thai', 'กรุงเทพ', ['ตั๋วเครื่องบินไปกรุงเทพ']],
    ['Cyrillic in capitals', 'МОСКВУ', ['Путешествие в Москву']],
    ['Greek', 'αθήνα', ['Διακοπές στην Αθήνα']],
    ['Greek capitals without accents', 'ΔΙΑΚΟΠΕΣ', ['Διακοπές στην Αθήνα']],
    ['Devanagari', 'यात्रा', ['दिल्ली की यात्रा']],
    ['full-width letters', 'ｗｅｅｋｅｎｄ', ['Win a Weekend in Zürich']],
    ['a word beside an emoji', '🎁 mystery', ['🎁 Mystery box 🎮 PS5']],
    ['a word with a digit', 'ps5', ['🎁 Mystery box 🎮 PS5']],
    ['punctuation around words', '“mystery”, (box)!', ['🎁 Mystery box 🎮 PS5']],
    ['punctuation within words', 'c++ e-book', ['C++ & Rust: 100% free e-book']],
    ['a number with a sign', '100%', ['C++ & Rust: 100% free e-book']],
    ['a very long word', `${'very'.repeat(30)}longword`, [`A ${'very'.repeat(30)}longword`]],
    ['the description', 'lighthouse', ['Plain']],
    ['what only stands in other fields', 'submarine', []],
    ['spaces around', '  mystery  ', ['🎁 Mystery box 🎮 PS5']],
    ['a name that every object has', 'constructor', []],
  ])('finds by %s', async (_what, search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it.each([
    "'",
    "''",
    '"weekend"',
    '\\',
    "\\'",
    ':*',
    'weekend:*',
    'weekend:A',
    'a & b',
    'a | b',
    '!weekend',
    'a <-> b',
    'a <2> b',
    '(weekend',
    ')',
    '&&&',
    '%',
    '_',
    '$1',
    "'; drop table listing; --",
    '🎁',
    '👨‍👩‍👧‍👦',
    '\u200b',
    '\u202e',
    '…',
    'a\nb\tc',
    'a '.repeat(100),
  ])('accepts %j', async (search) => {
    const response = await feed(
      { filter: { providers: [PROVIDER], search }, first: 100 },
      'totalCount edges { node { title } }',
    );
    expect(response.body.errors).toBeUndefined();
    expect(response.body.data.feed.totalCount).toBe(response.body.data.feed.edges.length);
  });

  it.each([
    ['!weekend', 'weekend'],
    ['weekend | mystery', 'weekend mystery'],
    ['weekend & zürich', 'weekend zürich'],
    ['win <-> weekend', 'win weekend'],
    ["'weekend'", 'weekend'],
  ])('reads %j as the plain words %j', async (written, plain) => {
    expect(await found(written)).toEqual(await found(plain));
  });

  it.each(['', '   ', null])('does not filter when it is %j', async (search) => {
    expect(await titles({ providers: [PROVIDER], search })).toHaveLength(TITLES.length + 2);
  });

  it('does not find a word that an update removed', async () => {
    const sent = draft({ provider: PROVIDER, title: 'Zeppelin' });
    await gateway.publish(key, sent);
    expect(await found('zeppelin')).toEqual(['Zeppelin']);
    await gateway.publish(key, { ...sent, title: 'Balloon' });
    expect(await found('zeppelin')).toEqual([]);
    expect(await found('balloon')).toEqual(['Balloon']);
  });

  describe('a search for a misspelt word that was published', () => {
    const sent = draft({ provider: PROVIDER, title: 'Mystrey' });
    const search = () => titles({ providers: [PROVIDER], search: 'mystrey', includeEnded: false });

    it('finds that listing, and the corrected word after it was withdrawn', async () => {
      await gateway.publish(key, sent);
      expect(await search()).toEqual(['Mystrey']);
      await gateway.withdraw(key, sent['sourceExternalId']);
      expect(await search()).toEqual(['🎁 Mystery box 🎮 PS5']);
      expect(
        nodesOf(await feed({ filter: { search: 'mystrey' } }, 'totalCount edges { node { id } }')),
      ).toHaveLength(1);
    });

    it('finds the corrected word after that listing has ended', async () => {
      await gateway.publish(key, sent);
      expect(await search()).toEqual(['Mystrey']);
      await gateway.onDatabase((em) =>
        em.execute(`update listing set end_date = now() - interval '1 minute' where title = 'Mystrey'`),
      );
      expect(await search()).toEqual(['🎁 Mystery box 🎮 PS5']);
    });
  });

  it('finds imported legacy listings, too', async () => {
    const external = legacyDraft({ title: 'Quokka' });
    await importLegacy([external]);
    expect(await titles({ search: 'quokka' })).toEqual(['Quokka']);
  });
});
