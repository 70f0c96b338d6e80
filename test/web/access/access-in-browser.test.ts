import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { access as german } from '../../../web/texts/de/access.ts';
import { access as english } from '../../../web/texts/en/access.ts';
import { failures } from '../../../web/texts/en/failures.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { newEmail } from '../../support/listings.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp, type Smtp } from '../../support/mail/smtp.ts';
import { describeInBrowser, launchBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { readForm, withKeyboard, withPointer, type User } from './browser-user.ts';

const JOURNEY_MS = 300_000;
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LISTING = {
  sourceExternalId: 'summer',
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};
const CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) { signIn(input: { email: $email, code: $code }) { token } }`;

describeInBrowser('API Access in Chromium', () => {
  let smtp: Smtp;
  let gateway: Gateway;
  let browser: Browser;
  beforeAll(async () => {
    smtp = await startSmtp();
    const port = await findFreePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    gateway = await startGateway({ PORT: String(port), PUBLIC_URL: publicUrl, SMTP_URL: smtp.url });
    browser = await launchBrowser();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    await smtp.stop();
  });

  const mailsTo = (email: string) => smtp.received.filter(({ recipients }) => recipients.includes(email));
  const nextCode = async (email: string, before: number) => {
    const mails = await eventually(
      async () => mailsTo(email),
      ({ length }) => length > before,
      JOURNEY_MS,
    );
    return codeOf(mails.at(-1)?.text ?? '');
  };
  const open = (options: BrowserContextOptions = {}) => openPage(browser, gateway.url, options);
  const signIn = async ({ enter, activate, arrive }: User, email: string, t = english) => {
    const before = mailsTo(email).length;
    await enter('email', email);
    await activate(t.sendCode);
    await arrive(t.enterCode);
    await enter('code', await nextCode(email, before));
    await activate(t.signIn);
  };
  const openElsewhere = async (email: string) => {
    const before = mailsTo(email).length;
    await gateway.graphql(CODE, { email });
    const { body } = await gateway.graphql(SIGN_IN, { email, code: await nextCode(email, before) });
    return String(body.data.signIn.token);
  };
  const keysOf = async (email: string) => {
    const query = '{ apiKeys(account: "EMAIL") { nodes { revokedAt } } }'.replace('EMAIL', email);
    return (await gateway.graphql(query, {}, gateway.operatorToken)).body.data.apiKeys.nodes as object[];
  };

  /** From the sign-in to the sign-out, through every page; returns the e-mail address. */
  async function makeJourney(user: User, t: typeof english, check: () => Promise<void>): Promise<string> {
    const { page, activate, enter, arrive } = user;
    const email = newEmail();
    await page.goto('/access/keys');
    await arrive(t.signIn);
    await check();
    await signIn(user, email, t);
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

    const elsewhere = await openElsewhere(email);
    await activate(t.tabs.sessions);
    await arrive(t.tabs.sessions);
    await check();
    await activate(t.endSession);
    await arrive(t.confirm.endSession.title);
    await check();
    await activate(t.endSession);
    await page.getByText(t.sessionEnded).waitFor();
    expect((await gateway.graphql('{ viewer { id } }', {}, elsewhere)).status).toBe(401);
    await openElsewhere(email);
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
    // axe needs scripts.
    if (!hasScripts) return;
    expect(await violationsOf(page)).toEqual([]);
  };
  it.each<[string, (page: Page) => User, BrowserContextOptions, typeof english]>([
    ['a desktop by the keyboard alone', withKeyboard, DESKTOP, english],
    [
      'a phone in the dark, in German',
      withPointer,
      { ...PHONE, colorScheme: 'dark', locale: 'de-DE' },
      german,
    ],
    ['a phone without JavaScript', withPointer, { ...PHONE, javaScriptEnabled: false }, english],
    [
      'a desktop in the dark without JavaScript, in German',
      withPointer,
      { ...DESKTOP, javaScriptEnabled: false, colorScheme: 'dark', locale: 'de-DE' },
      german,
    ],
  ])(
    'is used from the sign-in to the sign-out, with pages that fit, are accessible and load from this host only, on %s',
    async (_name, use, options, texts) => {
      const { page, foreign, errors } = await open(options);
      await makeJourney(use(page), texts, () => checkPage(page, options.javaScriptEnabled !== false));
      expect([foreign, errors]).toEqual([[], []]);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  const shownSecret = async (user: User) => {
    await user.arrive(english.yourKey);
    return (await user.page.locator('#secret').textContent()) ?? '';
  };
  /** Clicks twice while the first request is under way. */
  const clickTwice = async ({ page }: User, text: string, gapMs: number) => {
    const { x, y, width, height } = (await page.locator('main button', { hasText: text }).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(gapMs);
    await page.mouse.click(x + width / 2, y + height / 2);
  };

  it(
    'shows a valid secret after double clicks, a reload, and a form that is sent again',
    async () => {
      const { page } = await open();
      const user = withPointer(page);
      const email = newEmail();
      await page.goto('/access/keys/new');
      await signIn(user, email);
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
    },
    JOURNEY_MS,
  );

  it(
    'copies a new key, and a command with it, by buttons',
    async () => {
      const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
      const user = withPointer(page);
      await page.goto('/access/keys/new');
      await signIn(user, newEmail());
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
    },
    JOURNEY_MS,
  );

  /** Enters a new listing; returns the account's address. */
  const enterListing = async (user: User) => {
    const email = newEmail();
    await user.page.goto('/access/listings/new');
    await signIn(user, email);
    await user.arrive(english.newListing);
    for (const [name, value] of Object.entries(LISTING)) await user.enter(name, value);
    return email;
  };

  it(
    'loses nothing that was entered when the connection is lost',
    async () => {
      const { page } = await open();
      const user = withPointer(page);
      await enterListing(user);
      await page.context().setOffline(true);
      await user.activate(english.publish);
      // The error page of Chromium.
      await page.waitForURL('chrome-error://**');
      await page.context().setOffline(false);
      await page.goto('/access/listings/new');
      expect(await readForm(page, Object.keys(LISTING))).toEqual(LISTING);
      await user.activate(english.publish);
      await page.getByText(english.published).waitFor();
      await page.goto('/access/listings/new');
      expect(await readForm(page, Object.keys(LISTING))).toEqual({
        sourceExternalId: '',
        title: '',
        description: '',
        landingUrl: '',
      });
      await page.context().close();
    },
    JOURNEY_MS,
  );

  it.each([
    ['with', true],
    ['without', false],
  ])(
    'loses nothing that was entered when the session has ended, %s JavaScript',
    async (_scripts, javaScriptEnabled) => {
      const { page } = await open({ javaScriptEnabled });
      const user = withPointer(page);
      const email = await enterListing(user);
      await gateway.onDatabase((em) =>
        em.execute('delete from session where account_id = (select id from user_account where email = ?)', [
          email,
        ]),
      );
      await user.activate(english.publish);
      await user.arrive(english.keptForm.title);
      await checkPage(page, javaScriptEnabled);
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        user.activate(english.keptForm.signIn),
      ]);
      await signIn(withPointer(other), email);
      await withPointer(other).arrive(english.tabs.keys);
      await user.activate(failures.sendAgain);
      await page.getByText(english.published).waitFor();
      expect(await page.locator('main').textContent()).toContain(LISTING.title);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
