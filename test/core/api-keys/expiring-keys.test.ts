import { describe, expect, it } from '@jest/globals';
import { rotateApiKey } from '../../../src/core/api-keys/rotate-api-key.ts';
import { warnExpiringKeys } from '../../../src/core/api-keys/warn-expiring-keys.ts';
import { errorOf } from '../support/ports.ts';
import { ann, bob, create, ports, useAccounts } from './accounts-with-keys.ts';

useAccounts();

const rotate = (id: string) => ports.run(ann, rotateApiKey, { id });

describe('a key that expires', () => {
  const DAY_SECONDS = 86_400;
  const inDays = (days: number) =>
    new Date(ports.clock.now().getTime() + days * DAY_SECONDS * 1_000).toISOString();
  const warned = async () => {
    const before = ports.mail.sent.length;
    expect((await warnExpiringKeys(ports)).isDone).toBe(true);
    return ports.mail.sent.slice(before).map(({ to, text }) => ({ to, text }));
  };

  it.each([
    ['in the past', () => inDays(-1)],
    ['now', () => inDays(0)],
    ['after more than five years', () => inDays(1_827)],
    ['at a time without a zone', () => '2027-08-31T18:00:00'],
    ['on no date', () => 'soon'],
  ])('is refused when it expires %s', async (_when, expiresAt) => {
    expect(await errorOf(create(ann, { expiresAt: expiresAt() }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [expect.objectContaining({ path: ['expiresAt'] })],
    });
  });

  it('is announced by one mail a week before, and works no more afterwards', async () => {
    const { apiKey } = await create(ann, { name: 'A server', expiresAt: inDays(30) });
    expect(await warned()).toEqual([]);
    ports.clock.advance(24 * DAY_SECONDS);
    expect(await warned()).toEqual([
      { to: ann.email, text: expect.stringContaining(`"A server" (${apiKey.start}…)`) },
    ]);
    expect(await warned()).toEqual([]);
    ports.clock.advance(7 * DAY_SECONDS);
    expect(await errorOf(rotate(apiKey.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await warned()).toEqual([]);
  });

  it('is announced in the language of its account', async () => {
    await ports.accounts.setLanguage(ann.accountId, 'de');
    await create(ann, { name: 'A\u202e server', expiresAt: inDays(30) });
    ports.clock.advance(24 * DAY_SECONDS);
    const [{ text } = { text: '' }] = await warned();
    expect(text).toMatch(
      /^Der API-Schlüssel „A +server“ .* läuft am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr \(UTC\) ab\./,
    );
  });

  it('works again after a clock was ahead, and is announced at its time', async () => {
    const { apiKey } = await create(ann, { name: 'A server', expiresAt: inDays(30) });
    ports.clock.advance(29 * DAY_SECONDS);
    expect(await warned()).toHaveLength(1);
    ports.clock.advance(2 * DAY_SECONDS);
    await warned();
    ports.clock.advance(-31 * DAY_SECONDS);
    expect((await rotate(apiKey.id)).apiKey).toMatchObject({ id: apiKey.id, revokedAt: null });
    expect(await warned()).toEqual([]);
    ports.clock.advance(24 * DAY_SECONDS);
    expect(await warned()).toHaveLength(1);
  });

  it('leaves its place to another one when it has expired', async () => {
    for (let key = 0; key < 100; key += 1) await create(ann, { expiresAt: inDays(1) });
    expect(await errorOf(create(ann))).toMatchObject({ code: 'INVALID_PAYLOAD' });
    ports.clock.advance(DAY_SECONDS);
    expect((await create(ann)).apiKey.revokedAt).toBeNull();
  });

  it('is announced by the next run when the mail server was away', async () => {
    await create(ann, { expiresAt: inDays(30) });
    ports.clock.advance(24 * DAY_SECONDS);
    ports.mail.isAway = true;
    expect((await warnExpiringKeys(ports)).failed).toHaveLength(1);
    ports.mail.isAway = false;
    ports.clock.advance(600);
    expect(await warned()).toHaveLength(1);
  });

  it('does not keep the warnings of others back when its address is refused, and is given up in the end', async () => {
    const { apiKey } = await create(ann, { expiresAt: inDays(29) });
    await create(bob, { expiresAt: inDays(30) });
    ports.clock.advance(24 * DAY_SECONDS);
    ports.mail.refused.add(ann.email);
    expect(await warned()).toEqual([expect.objectContaining({ to: bob.email })]);
    const attempts = [];
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      ports.clock.advance(3_600);
      const { failed } = await warnExpiringKeys(ports);
      attempts.push(...failed.map(({ due, isGivenUp }) => [due.id, isGivenUp]));
    }
    expect(attempts).toHaveLength(11);
    expect(attempts.at(-1)).toEqual([apiKey.id, true]);
    expect(new Set(attempts.slice(0, -1).map(String))).toEqual(new Set([`${apiKey.id},false`]));
  });

  it('is given up at once when the mail server refuses its address for good', async () => {
    const { apiKey } = await create(ann, { expiresAt: inDays(29) });
    ports.clock.advance(24 * DAY_SECONDS);
    ports.mail.refusedForGood.add(ann.email);
    expect((await warnExpiringKeys(ports)).failed).toMatchObject([
      { due: { id: apiKey.id }, isGivenUp: true },
    ]);
    ports.clock.advance(3_600);
    expect((await warnExpiringKeys(ports)).failed).toEqual([]);
  });

  it('is left to the next run when the time of a run is over', async () => {
    await create(ann, { expiresAt: inDays(30) });
    ports.clock.advance(24 * DAY_SECONDS);
    expect(await warnExpiringKeys(ports, () => true)).toEqual({ isDone: false, failed: [] });
    expect(await warned()).toHaveLength(1);
  });
});
