import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { access as german } from '../../web/texts/de/access.ts';
import { access as english } from '../../web/texts/en/access.ts';
import { eventually } from '../support/eventually.ts';
import { ensureBuilt } from '../support/built.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { findFreePort } from '../support/gateway/process.ts';
import { newEmail } from '../support/listings.ts';
import { passkeysOf } from '../support/passkeys/passkeys.ts';
import { withKeyboard, withPointer, type User } from '../web/access/browser-user.ts';
import {
  describeInBrowser,
  sharedBrowser,
  openPage,
  overflowOf,
  violationsOf,
} from '../web/support/browser.ts';

jest.setTimeout(300_000);

ensureBuilt('site');
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Lets the user touch the authenticator at each request from now on, or at none. */
type Touch = (isTouched: boolean) => Promise<void>;

/** A browser offers passkeys where the e-mail address is entered; this authenticator takes the offer at once. */
const OFFERS = { offers: true };
const WITHOUT_OFFERS = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';
/** Notes what a page asks the browser for. */
const NOTE_REQUESTS = `globalThis.requests = [];
  const get = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = (options) => (requests.push(options), get(options));`;
/** The requests of a page: for an offer, and whether it has ended. */
const requestsOf = (page: Page) =>
  page.evaluate<unknown>(
    'requests.map(({ mediation, signal }) => [mediation === "conditional", signal?.aborted === true])',
  );

describeInBrowser('passkeys in Chromium', () => {
  let gateway: Gateway;
  const browser = sharedBrowser();
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://localhost:${port}`;
    gateway = await startGateway({ PORT: String(port), PUBLIC_URL: url });
  });
  afterAll(() => gateway.stop());

  /** A page with an authenticator that verifies its user, and the session of an account. */
  async function open({ offers = false, ...options }: BrowserContextOptions & { offers?: boolean } = {}) {
    const watched = await openPage(browser, url, options);
    const { page } = watched;
    if (!offers) await page.addInitScript(WITHOUT_OFFERS);
    const token = await gateway.signIn(newEmail());
    await page
      .context()
      .addCookies([{ name: 'giveaways.session_token', value: encodeURIComponent(token), url }]);
    const cdp = await page.context().newCDPSession(page);
    const authenticator = await addAuthenticator(cdp);
    const touch: Touch = async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: authenticator, enabled });
    };
    return { ...watched, token, cdp, authenticator, touch };
  }

  async function makeJourney(
    page: Page,
    { activate, arrive, enter }: User,
    t: typeof english,
  ): Promise<void> {
    const check = async () => {
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
    };
    await page.goto('/access/passkeys');
    await arrive(t.tabs.passkeys);
    await check();
    await enter('name', 'This computer');
    await activate(t.passkey.add);
    await page.getByText(t.passkey.done.added).waitFor();
    await check();
    await activate(t.signOut);
    await arrive(t.signIn);
    await check();
    await activate(t.passkey.signIn);
    await arrive(t.tabs.keys);
    await activate(t.tabs.passkeys);
    await arrive(t.tabs.passkeys);
    expect(await page.getByText('This computer').count()).toBe(1);
  }

  it('are added, and sign in, with the mouse', async () => {
    const { page, errors, foreign } = await open();
    await makeJourney(page, withPointer(page), english);
    expect([errors, foreign]).toEqual([[], []]);
  });

  it('are added, and sign in, by the keyboard, on a phone in German', async () => {
    const { page, errors } = await open({ ...PHONE, locale: 'de' });
    await makeJourney(page, withKeyboard(page), german);
    expect(errors).toEqual([]);
  });

  it('are counted by their device: a copy of an earlier state is refused', async () => {
    const { page, cdp, authenticator } = await open();
    const { activate, arrive } = withPointer(page);
    await page.goto('/access/passkeys');
    await activate(english.passkey.add);
    await page.getByText(english.passkey.done.added).waitFor();
    const [copy] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId: authenticator }))
      .credentials;
    const signIn = async () => {
      await page.context().clearCookies();
      await page.goto('/access/sign-in');
      await activate(english.passkey.signIn);
    };
    await signIn();
    await arrive(english.tabs.keys);
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId: authenticator });
    await cdp.send('WebAuthn.addCredential', { authenticatorId: authenticator, credential: copy as never });
    await signIn();
    await page.getByText('Another device may have a copy of this passkey').first().waitFor();
  });

  it('say what went wrong: no passkey, one that is there already, and a user who is not verified', async () => {
    const { page, cdp, authenticator, token } = await open();
    const { activate } = withPointer(page);
    await page.goto('/access/passkeys');
    await activate(english.passkey.add);
    await page.getByText(english.passkey.done.added).waitFor();
    await activate(english.passkey.add);
    await page.getByText(english.passkey.known).waitFor();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false });
    await page.context().clearCookies();
    await page.goto('/access/sign-in');
    await activate(english.passkey.signIn);
    await page.getByText(english.passkey.cancelled).waitFor();
    expect(await passkeysOf(gateway, token)).toMatchObject([{ lastUsedAt: null }]);
  });

  it('are offered where the e-mail address is entered, and sign in without the button', async () => {
    const { page, errors } = await open(OFFERS);
    const { activate, arrive } = withPointer(page);
    await page.goto('/access/passkeys');
    await activate(english.passkey.add);
    await page.getByText(english.passkey.done.added).waitFor();
    await page.context().clearCookies();
    await page.goto('/access/sign-in?next=%2Faccess%2Fpasskeys');
    await arrive(english.tabs.passkeys);
    expect(errors).toEqual([]);
  });

  it('are offered with a new challenge in time, until the button asks for one', async () => {
    const { page, touch } = await open(OFFERS);
    const { activate, arrive } = withPointer(page);
    await page.goto('/access/passkeys');
    await activate(english.passkey.add);
    await page.getByText(english.passkey.done.added).waitFor();
    await page.context().clearCookies();
    await touch(false);
    await page.addInitScript(NOTE_REQUESTS);
    await page.clock.install();
    await page.goto('/access/sign-in');
    const offered = (...expected: unknown[]) =>
      eventually(
        () => requestsOf(page),
        (requests) => JSON.stringify(requests) === JSON.stringify(expected),
      );
    await offered([true, false]);
    await page.clock.fastForward(245_000);
    await offered([true, true], [true, false]);
    await touch(true);
    await activate(english.passkey.signIn);
    await arrive(english.tabs.keys);
  });

  it('are not offered while the button asks for one, and again after that was cancelled', async () => {
    const { page, touch, cdp, authenticator } = await open(OFFERS);
    await page.context().clearCookies();
    await touch(false);
    await page.addInitScript(NOTE_REQUESTS);
    await page.goto('/access/sign-in');
    await eventually(
      () => requestsOf(page),
      (requests) => JSON.stringify(requests) === '[[true,false]]',
    );
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false });
    await touch(true);
    await withPointer(page).activate(english.passkey.signIn);
    await page.getByText(english.passkey.cancelled).waitFor();
    const expected = [
      [true, true],
      [false, false],
      [true, false],
    ];
    await eventually(
      () => requestsOf(page),
      (requests) => JSON.stringify(requests) === JSON.stringify(expected),
    );
  });

  it('are not offered by a browser without them, where a code works', async () => {
    const { page } = await open();
    await page.context().clearCookies();
    await page.addInitScript('delete globalThis.PublicKeyCredential');
    await page.goto('/access/sign-in');
    await page.getByText(english.passkey.without).waitFor();
    expect(await page.getByRole('button', { name: english.passkey.signIn }).count()).toBe(0);
    expect(await page.getByRole('button', { name: english.sendCode }).count()).toBe(1);
  });
});

async function addAuthenticator(cdp: CDPSession): Promise<string> {
  await cdp.send('WebAuthn.enable', {});
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return (await cdp.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
}
