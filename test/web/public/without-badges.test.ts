import { describe, expect, it } from '@jest/globals';
import { withoutBadges } from '../../../web/parts/publishers/without-badges.ts';

const name = (text: string) => withoutBadges(text, 'name');
const title = (text: string) => withoutBadges(text, 'title');

describe('A name on the site', () => {
  it.each([
    'Lantern Road ✓',
    '✔️ Lantern Road',
    'Lantern ☑ Road',
    'Lantern Road ✅✅',
    'Lantern Road 🗹',
    'Lantern Road √',
    'Lantern Road Verified',
    'VERIFIED Lantern Road',
    'Lantern Verified Road',
    'Lantern Road (Official)',
    'Lantern Road | Official',
    'Lantern Road – verified ✓',
    '[Verified] Lantern Road',
    'Lantern Road 【Official】',
    'Lantern Road Geprüft',
    'Lantern Road offiziell',
    'Lantern Road v\u0435r\u0456f\u0456\u0435d',
    'Lantern Road 0ff1c1al',
    'Lantern Road ｖｅｒｉｆｉｅｄ',
    'Lantern Road 𝐕𝐞𝐫𝐢𝐟𝐢𝐞𝐝',
    'Lantern Road ⓥⓔⓡⓘⓕⓘⓔⓓ',
    'Lantern Road ver\u200bified',
    'Lantern Road vérifiéd',
    'Lantern Road V E R I F I E D',
    'Lantern Road o.f.f.i.c.i.a.l',
  ])('%s is without the badge', (text) => {
    expect(name(text)).toBe('Lantern Road');
  });

  it.each([
    'Lantern Road',
    'Unofficial Fans',
    'Officials United',
    'A & B',
    '名前',
    'R2-D2 Games',
    'Très Bien',
  ])('%s is as it was written', (text) => {
    expect(name(text)).toBe(text);
  });

  it.each(['✓', 'Verified', '✔ (Official)', 'V E R I F I E D'])('%s is none', (text) => {
    expect(name(text)).toBeUndefined();
  });
});

describe('A title on the site', () => {
  it.each([
    ['✓ Ten lanterns', 'Ten lanterns'],
    ['[OFFICIAL] Ten lanterns', 'Ten lanterns'],
    ['Verified: ten lanterns', 'ten lanterns'],
    ['Ten lanterns – verified', 'Ten lanterns'],
    ['Ten (verified) lanterns', 'Ten lanterns'],
    ['Win an official jersey', 'Win an official jersey'],
    ['Win a verified account, and more', 'Win a verified account, and more'],
    ['Ten lanterns (blue)', 'Ten lanterns (blue)'],
  ])('%s is %s', (text, shown) => {
    expect(title(text)).toBe(shown);
  });
});
