import { beforeAll, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { access as english } from '../../../web/texts/en/access.ts';
import { drafts } from '../../../web/texts/en/profile.ts';
import { failures } from '../../../web/texts/en/failures.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { describeInBrowser } from '../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from './browser-access.ts';
import { readForm, withPointer, type User } from './browser-user.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const LISTING = {
  sourceExternalId: 'summer',
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};
const NAMES = Object.keys(LISTING);
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, '']));
const SCRIPTS: [string, boolean][] = [
  ['with', true],
  ['without', false],
];

describeInBrowser('Forms in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);
  let gateway: Gateway;
  beforeAll(async () => {
    ({ gateway } = access);
  });

  const keysOf = async (email: string) => {
    const query = '{ apiKeys(account: "EMAIL") { nodes { revokedAt } } }'.replace('EMAIL', email);
    return (await gateway.graphql(query, {}, gateway.operatorToken)).body.data.apiKeys.nodes as object[];
  };
  const shownSecret = async (user: User) => {
    await user.arrive(english.yourKey);
    return (await user.page.locator('#secret').textContent()) ?? '';
  };
  /** Clicks twice while the first request is under way. */
  const clickTwice = async ({ page }: User, text: string, gapMs: number) => {
    const button = page.locator('main button', { hasText: text });
    await button.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await button.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(gapMs);
    await page.mouse.click(x + width / 2, y + height / 2);
  };

  it('shows a valid secret after double clicks, a reload, and a form that is sent again', async () => {
    const email = newEmail();
    const { page } = await access.openSignedIn(email);
    const user = withPointer(page);
    await page.goto('/access/keys/new');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', slow);
    const isValid = async (secret: string) => (await gateway.read(secret, 'none')).status === 404;

    await user.arrive(english.newKey);
    await clickTwice(user, english.createKey, 60);
    const created = await shownSecret(user);
    expect(await keysOf(email)).toHaveLength(1);
    await page.reload();
    expect(await shownSecret(user)).toBe(created);
    let secret = created;
    for (const gapMs of [60, 120, 200]) {
      await user.activate(english.stored);
      await user.activate(english.rotate);
      await user.arrive(english.confirm.rotate.title);
      await clickTwice(user, english.rotate, gapMs);
      const rotated = await shownSecret(user);
      await page.reload();
      expect(await shownSecret(user)).toBe(rotated);
      await page.goBack();
      await user.activate(english.rotate);
      expect(await shownSecret(user)).toBe(rotated);
      // Now the secret is used for the first time.
      expect([await isValid(rotated), await isValid(secret)]).toEqual([true, false]);
      secret = rotated;
    }
    expect(await keysOf(email)).toHaveLength(1);
    await page.context().close();
  });

  it('copies a new key, and a command with it, by buttons', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await access.openSignedIn(newEmail(), { permissions });
    const user = withPointer(page);
    await page.goto('/access/keys/new');
    await user.activate(english.createKey);
    const secret = await shownSecret(user);
    const copied = async (id: string) => {
      await page.locator(`copy-button[for=${id}] button`).click();
      await page.locator(`copy-button[for=${id}] button`, { hasText: english.copied }).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied('secret')).toBe(secret);
    expect(await copied('try')).toContain(`Authorization: Bearer ${secret}'`);
    await page.context().close();
  });

  /** Enters a new listing of a new account. */
  const enterListing = async (options: BrowserContextOptions = {}) => {
    const email = newEmail();
    const { page } = await access.openSignedIn(email, options);
    const user = withPointer(page);
    await page.goto('/access/listings/new');
    for (const [name, value] of Object.entries(LISTING)) await user.enter(name, value);
    return { page, user, email };
  };
  const openForm = async (page: Page, path: string) => {
    await page.goto(path);
    return readForm(page, NAMES);
  };

  it.each(SCRIPTS)(
    'lose nothing that was entered when the connection is lost, %s JavaScript',
    async (_scripts, javaScriptEnabled) => {
      const { page, user } = await enterListing({ javaScriptEnabled });
      await page.context().setOffline(true);
      await user.activate(english.publish);
      // The error page of Chromium.
      await page.waitForURL('chrome-error://**');
      await page.context().setOffline(false);
      await page.goBack();
      expect(await readForm(page, NAMES)).toEqual(LISTING);
      await user.activate(english.publish);
      await page.getByText(english.published).waitFor();
      expect(await openForm(page, '/access/listings/new')).toEqual(EMPTY);
      await page.context().close();
    },
  );

  it.each(SCRIPTS)(
    'lose nothing that was entered when the session has ended, %s JavaScript',
    async (_scripts, javaScriptEnabled) => {
      const { page, user, email } = await enterListing({ javaScriptEnabled });
      await gateway.onDatabase((em) =>
        em.execute('delete from session where account_id = (select id from user_account where email = ?)', [
          email,
        ]),
      );
      await user.activate(english.publish);
      await user.arrive(english.keptForm.title);
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        user.activate(english.keptForm.signIn),
      ]);
      await access.signIn(withPointer(other), email);
      await withPointer(other).arrive(english.tabs.keys);
      await user.activate(failures.sendAgain);
      await page.getByText(english.published).waitFor();
      expect(await page.locator('main').textContent()).toContain(LISTING.title);
      await page.context().close();
    },
  );

  it.each(SCRIPTS)(
    'are found again by the back button after a preview and an error, %s JavaScript',
    async (_scripts, javaScriptEnabled) => {
      const { page, user } = await enterListing({ javaScriptEnabled });
      await user.activate(english.preview);
      await page.getByText(english.previewWhat).waitFor();
      await user.enter('landingUrl', 'javascript:alert(1)');
      await user.activate(english.publish);
      await page.locator('#landingUrl-error').waitFor();
      await page.locator('a[href="#landingUrl"]').click();
      expect(await page.evaluate('document.activeElement?.id')).toBe('landingUrl');
      await user.activate(english.tabs.keys);
      await user.arrive(english.tabs.keys);
      const back = async (mark: string) => {
        await page.goBack();
        if (new URL(page.url()).hash !== '') await page.goBack();
        await page.locator(mark).first().waitFor();
        return (await readForm(page, NAMES))['title'];
      };
      expect(await back('#landingUrl-error')).toBe(LISTING.title);
      await page.goBack();
      await page.getByText(english.previewWhat).waitFor();
      await page.goBack();
      await user.arrive(english.newListing);
      expect((await readForm(page, NAMES))['title']).toBe(LISTING.title);
      await page.context().close();
    },
  );

  it.each([
    ['with', true, 'America/New_York', '2031-07-01T22:00:00.000Z'],
    ['without', false, 'UTC', '2031-07-01T18:00:00.000Z'],
  ])(
    'take an end in the zone of the reader %s JavaScript, and in UTC otherwise',
    async (_what, javaScriptEnabled, zone, instant) => {
      const { page, user } = await enterListing({ javaScriptEnabled, timezoneId: 'America/New_York' });
      const shown = async () => Object.values(await readForm(page, ['endDate', 'endZone']));
      expect(await shown()).toEqual(['', zone]);
      await user.enter('endDate', '2031-07-01T18:00');
      await user.activate(english.preview);
      await page.getByText(english.previewWhat).waitFor();
      await user.activate(english.publish);
      await page.getByText(english.published).waitFor();
      const { body } = await gateway.graphql('{ feed(orderBy: NEWEST, first: 1) { nodes { endDate } } }');
      expect(body.data.feed.nodes).toEqual([{ endDate: instant }]);
      await user.activate(english.edit);
      expect((await shown()).join(' ')).toMatch(new RegExp(`^2031-07-01T18:00\\S* ${zone}$`));
      await page.context().close();
    },
  );

  it('leave nothing in the browser after the sign-out', async () => {
    const { page, user } = await enterListing();
    await page.getByText(drafts.auto.saved).waitFor();
    await user.activate(english.preview);
    await page.getByText(english.previewWhat).waitFor();
    await user.activate(english.signOut);
    await user.arrive(english.signIn);
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0]);
    await page.goBack().catch(() => undefined);
    // Chromium has forgotten the preview.
    await page.waitForURL('chrome-error://**');
    await page.context().close();
  });
});
