import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { access as english } from '../../../../web/texts/en/access.ts';
import { drafts } from '../../../../web/texts/en/profile.ts';
import { eventually } from '../../../support/eventually.ts';
import { newEmail } from '../../../support/listings.ts';
import { photo } from '../../../pictures/support/images.ts';
import { describeInBrowser, violationsOf } from '../../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from '../browser-access.ts';
import { readForm, withPointer, type User } from '../browser-user.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const LISTING = {
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};
const DRAFTS = '/access/listings/drafts';

/** Whether the message of the form is in the visible part of the page, before everything else. */
const isNoteInSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const note = document.querySelector('.in-sight');
    const { left, right, top, bottom } = note.getBoundingClientRect();
    const { offsetTop, height } = visualViewport;
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= offsetTop + height + 1;
    return isInside && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === note;
  })()`);

/** Whether the message of the form is over the control with the focus. */
const isFocusCovered = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const note = document.querySelector('.in-sight');
    if (note.contains(document.activeElement)) return false;
    return document.activeElement.getBoundingClientRect().bottom > note.getBoundingClientRect().top + 1;
  })()`);

describeInBrowser('Drafts in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  /** Opens the form of a new listing, signed in. */
  const openForm = async (email = newEmail(), options = {}) => {
    const { page, errors } = await access.openSignedIn(email, options);
    const user = withPointer(page);
    await page.goto('/access/listings/new');
    return { page, user, errors };
  };
  const enterAll = async (user: User) => {
    for (const [name, value] of Object.entries(LISTING)) await user.enter(name, value);
  };
  const isSaved = (page: Page) => page.getByText(drafts.auto.saved).waitFor();
  const titleIn = async (page: Page) => (await readForm(page, ['title']))['title'];
  const titles = async (page: Page) => {
    await page.goto(DRAFTS);
    return page.locator('tbody th').allTextContents();
  };

  it('are saved while somebody types, few times, and are there after a reload and on another device', async () => {
    const email = newEmail();
    const { page, user, errors } = await openForm(email);
    const saves: number[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('action=autosave')) saves.push(Date.now());
    });
    await page.locator('[name=title]').pressSequentially('Ten lanterns of the long road', { delay: 150 });
    await enterAll(user);
    await isSaved(page);
    await page.waitForTimeout(3_000);
    expect(saves.length).toBeGreaterThan(0);
    expect(saves.length).toBeLessThanOrEqual(3);
    expect(await violationsOf(page)).toEqual([]);
    expect(new URL(page.url()).searchParams.get('draft')).toMatch(/^\w{32}$/);
    await page.reload();
    expect(await readForm(page, Object.keys(LISTING))).toEqual(LISTING);
    const device = await access.openSignedIn(email);
    await device.page.goto(DRAFTS);
    await withPointer(device.page).activate(drafts.resume);
    await device.page.getByText(drafts.from).waitFor();
    expect(await readForm(device.page, Object.keys(LISTING))).toEqual(LISTING);
    await withPointer(device.page).activate(english.publish);
    await device.page.getByText(english.published).waitFor();
    expect(await titles(device.page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
    await device.page.context().close();
  });

  it('are gone when a button publishes them while they are saved', async () => {
    const { page, user } = await openForm();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await enterAll(user);
    const slow = { offline: false, latency: 1_500, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', slow);
    await page.waitForRequest((request) => request.postData()?.includes('action=autosave') === true);
    await user.activate(english.publish);
    await page.getByText(english.published).waitFor();
    expect(await titles(page)).toEqual([]);
    await page.context().close();
  });

  it.each(['ltr', 'rtl'])(
    'say on a phone that they are not saved where the reader is, %s',
    async (direction) => {
      const { page, user } = await openForm(newEmail(), { viewport: { width: 320, height: 640 } });
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      await page.context().setOffline(true);
      await user.enter('title', 'Written on a train');
      await page.getByText(drafts.auto.failed).waitFor();
      expect(await isNoteInSight(page)).toBe(true);
      await page.locator('[name=title]').focus();
      for (let tabs = 0; tabs < 12; tabs += 1) {
        await page.keyboard.press('Tab');
        expect(await isFocusCovered(page)).toBe(false);
        expect(await isNoteInSight(page)).toBe(true);
      }
      const zoom = await page.context().newCDPSession(page);
      await zoom.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
      // As above a keyboard on the screen, the visible part of the page is lower.
      await eventually(() => isNoteInSight(page), Boolean);
      await page.context().close();
    },
  );

  it('say that they are not saved without a connection, and are saved when it is back', async () => {
    const { page, user } = await openForm();
    await page.context().setOffline(true);
    await user.enter('title', 'Written on a train');
    await page.getByText(drafts.auto.failed).waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(1);
    await page.context().setOffline(false);
    await isSaved(page);
    expect(await page.locator('[role=alert]').count()).toBe(0);
    expect(await titles(page)).toEqual(['Written on a train']);
    await page.context().close();
  });

  it('are saved on when the answer to a save was lost', async () => {
    const { page, user } = await openForm();
    const form = '**/access/listings/new?*';
    await page.route(form, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await user.enter('title', 'Stored, but not answered');
    await page.getByText(drafts.auto.failed).waitFor();
    await user.enter('title', 'Written since');
    await page.unroute(form);
    const isStored = async () => (await readForm(page, ['draftRevision']))['draftRevision'] === '2';
    await eventually(isStored, Boolean, 60_000);
    expect(await titles(page)).toEqual(['Written since']);
    await page.context().close();
  });

  it('are not saved to another account that signs in meanwhile, and wait for their own', async () => {
    const email = newEmail();
    const { page, user } = await openForm(email);
    const other = await page.context().newPage();
    await page.context().clearCookies();
    await other.goto(DRAFTS);
    await access.signIn(withPointer(other), newEmail());
    await withPointer(other).arrive(drafts.title);
    await page.bringToFront();
    await user.enter('title', 'Not for others');
    await page.getByText(drafts.auto.ended).waitFor();
    expect(await titles(other)).toEqual([]);
    await page.context().clearCookies();
    await other.goto(DRAFTS);
    await access.signIn(withPointer(other), email);
    await withPointer(other).arrive(drafts.title);
    await page.bringToFront();
    await user.enter('title', 'Not for others.');
    // What was entered before may be saved first.
    const isNewest = ([title]: readonly string[]) => title === 'Not for others.';
    expect(await eventually(() => titles(other), isNewest, 60_000)).toEqual(['Not for others.']);
    await page.context().close();
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('keep the picture that was chosen, %s JavaScript', async (_scripts, javaScriptEnabled) => {
    const { page, user } = await openForm(newEmail(), { javaScriptEnabled });
    await enterAll(user);
    const buffer = await photo(400, 300).jpeg().toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    if (javaScriptEnabled) await page.getByText(drafts.auto.without).waitFor();
    await user.activate(drafts.save);
    await page.getByText(drafts.done.saved).waitFor();
    await user.activate(drafts.resume);
    await page.locator('img.picture').waitFor();
    expect(await titleIn(page)).toBe(LISTING.title);
    await user.activate(english.publish);
    await page.getByText(english.published).waitFor();
    expect(await titles(page)).toEqual([]);
    const { body } = await access.gateway.graphql(
      '{ feed(orderBy: NEWEST, first: 1) { nodes { title picture { width } } } }',
    );
    expect(body.data.feed.nodes).toEqual([{ title: LISTING.title, picture: { width: 400 } }]);
    await page.context().close();
  });
});
