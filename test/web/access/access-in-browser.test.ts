import { beforeAll, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { de } from '../../../web/texts/de.ts';
import { en, type Texts } from '../../../web/texts/en.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { describeInBrowser, overflowOf, violationsOf } from '../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from './browser-access.ts';
import { withKeyboard, withPointer, type User } from './browser-user.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LISTING = {
  sourceExternalId: 'summer',
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};
type Words = Pick<Texts, 'access' | 'drafts'>;

describeInBrowser('API Access in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);
  let gateway: Gateway;
  beforeAll(async () => {
    ({ gateway } = access);
  });

  /** From the sign-in to the sign-out, through every page; returns the e-mail address. */
  async function makeJourney(
    user: User,
    { access: t, drafts }: Words,
    check: () => Promise<void>,
  ): Promise<string> {
    const { page, activate, enter, arrive } = user;
    const email = newEmail();
    await page.goto('/access/keys');
    await arrive(t.signIn);
    await check();
    await access.signIn(user, email, t);
    await arrive(t.tabs.keys);
    await check();

    await activate(t.newKey);
    await arrive(t.newKey);
    await check();
    await enter('name', 'A server');
    await activate(t.createKey);
    await arrive(t.yourKey);
    await check();
    const secret = (await page.locator('#secret').textContent()) ?? '';
    expect((await gateway.read(secret, 'none')).status).toBe(404);
    await activate(t.stored);
    await arrive(t.tabs.keys);
    await check();

    await activate(t.rotate);
    await arrive(t.confirm.rotate.title);
    await check();
    await activate(t.rotate);
    await arrive(t.yourKey);
    const rotated = (await page.locator('#secret').textContent()) ?? '';
    expect((await gateway.read(secret, 'none')).status).toBe(401);
    expect((await gateway.read(rotated, 'none')).status).toBe(404);
    await activate(t.stored);
    await arrive(t.tabs.keys);
    await activate(t.revoke);
    await arrive(t.confirm.revoke.title);
    await check();
    await activate(t.revoke);
    await page.getByText(t.revoked).waitFor();
    expect((await gateway.read(rotated, 'none')).status).toBe(401);

    await activate(t.tabs.listings);
    await arrive(t.tabs.listings);
    await activate(t.newListing);
    await arrive(t.newListing);
    await check();
    for (const [name, value] of Object.entries(LISTING)) await enter(name, value);
    await enter('landingUrl', 'javascript:alert(1)');
    await activate(t.publish);
    await page.locator('#landingUrl-error').waitFor();
    await check();
    expect(await page.locator('form [name=title]').inputValue()).toBe(LISTING.title);
    await activate(drafts.save);
    await arrive(drafts.title);
    await check();
    await activate(drafts.discard);
    await arrive(drafts.confirm.title);
    await check();
    await activate(t.cancel);
    await arrive(drafts.title);
    await activate(drafts.resume);
    await page.getByText(drafts.from).waitFor();
    await check();
    await enter('landingUrl', LISTING.landingUrl);
    await activate(t.preview);
    await page.getByText(t.previewWhat).waitFor();
    await check();
    await activate(t.publish);
    await page.getByText(t.published).waitFor();
    await check();
    await activate(t.withdraw);
    await arrive(t.confirm.withdraw.title);
    await check();
    await activate(t.withdraw);
    await page.getByText(t.withdrawn).waitFor();

    const elsewhere = await access.createSession(email);
    await activate(t.tabs.sessions);
    await arrive(t.tabs.sessions);
    await check();
    await activate(t.endSession);
    await arrive(t.confirm.endSession.title);
    await check();
    await activate(t.endSession);
    await page.getByText(t.sessionEnded).waitFor();
    expect((await gateway.graphql('{ viewer { id } }', {}, elsewhere)).status).toBe(401);
    await access.createSession(email);
    await page.reload();
    await activate(t.endOthers);
    await arrive(t.confirm.endOthers.title);
    await check();
    await activate(t.endOthers);
    await page.getByText(t.othersEnded).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);

    await activate(t.tabs.activity);
    await arrive(t.tabs.activity);
    await check();
    for (const action of ['signIn', 'createApiKey', 'rotateApiKey', 'revokeApiKey', 'endSession'] as const)
      expect(await page.getByText(t.auditActions[action], { exact: true }).count()).toBeGreaterThan(0);
    await activate(t.signOut);
    await arrive(t.signIn);
    await page.goBack();
    await arrive(t.signIn);
    return email;
  }

  const checkPage = async (page: Page, hasScripts: boolean) => {
    expect([page.url(), await overflowOf(page)]).toEqual([page.url(), 0]);
    // The actions of each row are in sight, although a narrow table scrolls.
    const { width } = page.viewportSize() ?? { width: 0 };
    for (const link of await page.locator('.has-actions td:last-child a').all()) {
      const box = await link.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
    // axe needs scripts.
    if (!hasScripts) return;
    expect(await violationsOf(page)).toEqual([]);
  };
  it.each<[string, (page: Page) => User, BrowserContextOptions, Words]>([
    ['a desktop by the keyboard alone', withKeyboard, DESKTOP, en],
    ['a phone in the dark, in German', withPointer, { ...PHONE, colorScheme: 'dark', locale: 'de-DE' }, de],
    ['a phone without JavaScript', withPointer, { ...PHONE, javaScriptEnabled: false }, en],
    [
      'a desktop in the dark without JavaScript, in German',
      withPointer,
      { ...DESKTOP, javaScriptEnabled: false, colorScheme: 'dark', locale: 'de-DE' },
      de,
    ],
  ])(
    'is used from the sign-in to the sign-out, with pages that fit, are accessible and load from this host only, on %s',
    async (_name, use, options, texts) => {
      const { page, foreign, errors } = await access.open(options);
      await makeJourney(use(page), texts, () => checkPage(page, options.javaScriptEnabled !== false));
      expect([foreign, errors]).toEqual([[], []]);
      await page.context().close();
    },
  );
});
