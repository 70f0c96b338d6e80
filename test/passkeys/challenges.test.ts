import { expect, it } from '@jest/globals';
import { createPasskeyChallenges } from '../../src/adapters/auth/passkeys/challenges.ts';
import { relyingPartyOf } from '../../src/core/passkeys/relying-party.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const issue = (secret: string) =>
  createPasskeyChallenges([secret]).issue(['sign-in'], NOW).toString('base64url');

it.each([
  [0, true],
  [299, true],
  [300, false],
  [-300, true],
  [-301, false],
])('a challenge is valid %i seconds after it was issued: %s', (seconds, isValid) => {
  const read = createPasskeyChallenges(['one']).read(issue('one'), ['sign-in'], later(seconds));
  expect(read?.expiresAt).toEqual(isValid ? later(300) : undefined);
});

it('accepts challenges of each configured secret', () => {
  const challenges = createPasskeyChallenges(['new', 'old']);
  const isRead = (secret: string) => challenges.read(issue(secret), ['sign-in'], NOW) !== undefined;
  expect(['new', 'old', 'other'].map(isRead)).toEqual([true, true, false]);
});

it('refuses a challenge that was changed in any character, and other spellings of it', () => {
  const challenge = issue('one');
  const changed = challenge.split('').map((character, index) => {
    const other = character === 'A' ? 'B' : 'A';
    return challenge.slice(0, index) + other + challenge.slice(index + 1);
  });
  const others = [...changed, `${challenge}=`, ` ${challenge}`, challenge.slice(4), '', 'A'.repeat(72)];
  const { read } = createPasskeyChallenges(['one']);
  expect(others.filter((each) => read(each, ['sign-in'], NOW) !== undefined)).toEqual([]);
});

it.each([
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['https://giveaways.example/base', { id: 'giveaways.example', origin: 'https://giveaways.example' }],
  ['https://bücher.example', { id: 'xn--bcher-kva.example', origin: 'https://xn--bcher-kva.example' }],
  ['http://127.0.0.1:4000', undefined],
  ['http://0x7f.1', undefined],
  ['https://[::1]', undefined],
])('the relying party of %s is %j', (publicUrl, relyingParty) => {
  expect(relyingPartyOf(publicUrl)).toEqual(relyingParty);
});
