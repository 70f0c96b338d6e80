import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { LISTING, openBrowser, type ShownPage } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

/** A character that browsers count as two. */
const EMOJI = '🎁';

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
const browser = openBrowser(gateway);
beforeAll(async () => {
  await browser.signIn(newEmail());
}, 120_000);

/** How many UTF-16 units a browser lets somebody type into a control. */
function typedUnits({ html }: ShownPage, name: string): number {
  const control = html.match(/<(?:input|textarea)[^>]*>/g)?.find((each) => each.includes(`name="${name}"`));
  return Number(/maxlength="(\d+)"/i.exec(control ?? '')?.[1]);
}

describe('a form', () => {
  it.each([
    ['/access/listings/new', 'title', 160, { ...LISTING, action: 'publish' }],
    [
      '/access/listings/new',
      'description',
      4_000,
      { ...LISTING, sourceExternalId: 'autumn', action: 'publish' },
    ],
    ['/access/listings/new', 'worth', 40, { ...LISTING, sourceExternalId: 'winter', action: 'publish' }],
    ['/access/profile', 'name', 60, {}],
    ['/access/profile', 'text', 500, { name: 'Lanterns' }],
    ['/access/keys/new', 'name', 80, { scopes: 'giveaways:publish' }],
  ])(
    'takes a text of emoji at %s as %s up to its %i characters, and refuses a longer one',
    async (...row) => {
      const [path, name, limit, form] = row;
      const text = EMOJI.repeat(limit);
      expect(typedUnits(await browser.get(path), name)).toBeGreaterThanOrEqual(text.length);
      const refused = await browser.post(path, { ...form, [name]: text + EMOJI });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(`id="${name}-error"`);
      expect(refused.html).toContain(`is too long: shorten it to ${limit} characters.`);
      const taken = await browser.post(path, { ...form, [name]: text });
      expect(taken.html).not.toContain(`id="${name}-error"`);
      expect(taken.status).toBeLessThan(400);
    },
  );
});

describe('a search', () => {
  it.each([
    ['/', 'q', 200],
    ['/giveaways', 'q', 200],
    ['/access/listings', 'q', 200],
    ['/access/listings', 'platform', 80],
    ['/access/keys', 'q', 80],
  ])('takes emoji at %s as %s up to its %i characters, and says that more are too many', async (...row) => {
    const [path, name, limit] = row;
    const key = await browser.post('/access/keys/new', { name: 'Job', scopes: 'giveaways:publish' });
    expect(key.status).toBeLessThan(400);
    const text = EMOJI.repeat(limit);
    const shown = await browser.get(`${path}?${name}=${encodeURIComponent(text)}`);
    expect(shown.status).toBe(200);
    expect(typedUnits(shown, name)).toBeGreaterThanOrEqual(text.length);
    const refused = await browser.get(`${path}?${name}=${encodeURIComponent(text + EMOJI)}`);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`shorten it to ${limit} characters.`);
  });
});
