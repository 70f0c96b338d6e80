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
    'Lantern Road, proven since 3 November 2026',
    'Lantern Road (proven since Nov 3, 2026)',
    'Lantern Road PROVEN  SINCE 2026-11-03',
    'Lantern Road · prоven sincе 2020',
    'Lantern Road, nachgewiesen seit 3. November 2026',
    'Lantern Road [nachgewiesen seit 3. März 2026]',
    'Lantern Road – Nachgewiesene Domain',
    'Proven domain: Lantern Road',
    'Lantern Road p r o v e n   s i n c e',
    'Lantern Road proven-since',
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
    'Proven Winners',
    'Brewing since 1890',
    'Proven Domains of Knowledge',
    'Seit 1890',
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
    ['Ten lanterns, proven since 2020', 'Ten lanterns'],
    ['Ten (proven since 3 May 2026) lanterns', 'Ten lanterns'],
    ['Nachgewiesen seit 2020: zehn Laternen', 'zehn Laternen'],
    ['Ten (verified lanterns) for you', 'Ten (verified lanterns) for you'],
    ['Win a cure proven since 1890 to work', 'Win a cure proven since 1890 to work'],
  ])('%s is %s', (text, shown) => {
    expect(title(text)).toBe(shown);
  });
});
