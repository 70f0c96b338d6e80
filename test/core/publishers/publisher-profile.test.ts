import { describe, expect, it } from '@jest/globals';
import { publisherProfile, toDisplayName } from '../../../src/core/accounts/publishers/publisher-profile.ts';

const read = (input: object) => publisherProfile.safeParse(input);
const messages = (input: object) => read(input).error?.issues.map(({ message }) => message);

describe('The display name of a publisher', () => {
  it.each([
    ['is on one line with single spaces', '  Lantern \n\t Road  ', 'Lantern Road'],
    ['is composed', 'Cafe\u0301', 'Caf\u00e9'],
    ['has no change of the writing direction', 'Lantern\u202e\u2066 Road\u200f', 'Lantern Road'],
    ['has no invisible characters', 'Lan\u200btern\ufeff\u00ad', 'Lantern'],
    ['keeps the joiners of scripts and emoji', 'می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
    [
      'has at most three combining marks on a character',
      `q${'\u0323\u0330'.repeat(40)}x`,
      'q\u0323\u0330\u0323x',
    ],
  ])('%s', (_what, sent, stored) => {
    expect(toDisplayName(sent)).toBe(stored);
  });

  it('is refused without a visible character, and above 60 characters', () => {
    expect(messages({ name: '\u200b\u2060' })).toEqual([expect.stringContaining('no visible character')]);
    expect(messages({ name: 'x'.repeat(61) })).toEqual([expect.stringContaining('60')]);
    expect(read({ name: 'x'.repeat(60) }).data?.name).toHaveLength(60);
  });
});

describe('The links of a publisher', () => {
  it('are https URLs, each stored once', () => {
    const links = ['https://publisher.example/', 'https://publisher.example/', 'https://publisher.example/a'];
    expect(read({ links }).data?.links).toEqual([links[0], links[2]]);
  });

  it.each(['http://publisher.example/', 'javascript:alert(1)', 'https://a@b.example/', 'publisher.example'])(
    '%s is refused',
    (link) => {
      expect(messages({ links: [link] })).toEqual([expect.stringContaining('https://')]);
    },
  );

  it('are at most five', () => {
    const links = Array.from({ length: 6 }, (_none, index) => `https://publisher.example/${index}`);
    expect(messages({ links })).toEqual(['has too many links: send at most 5.']);
  });
});

describe('A profile', () => {
  it('is empty where nothing is sent', () => {
    expect(read({ name: null, text: ' ' }).data).toEqual({ name: null, text: null, links: [] });
  });
});
