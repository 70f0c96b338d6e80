import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { access as english } from '../../../../web/texts/en/access.ts';
import { drafts } from '../../../../web/texts/en/profile.ts';
import { newEmail } from '../../../support/listings.ts';
import { describeInBrowser, violationsOf } from '../../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from '../browser-access.ts';
import { readForm, withPointer } from '../browser-user.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const LISTING = {
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};

/** Comes back to a tab. Tabs of this browser are all visible and active at once, so the event is sent; waits for what it asks. */
async function comeBack(page: Page): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes('action=check') === true,
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await answer;
}

describeInBrowser('Drafts in two tabs in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  /** Opens the form of a new listing, signed in. */
  const openForm = async () => {
    const { page, errors } = await access.openSignedIn(newEmail());
    const user = withPointer(page);
    await page.goto('/access/listings/new');
    return { page, user, errors };
  };
  const isSaved = (page: Page) => page.getByText(drafts.auto.saved).waitFor();
  const titleIn = async (page: Page) => (await readForm(page, ['title']))['title'];
  const titles = async (page: Page) => {
    await page.goto('/access/listings/drafts');
    return page.locator('tbody th').allTextContents();
  };

  it('are both kept when two tabs save the same one', async () => {
    const { page, user } = await openForm();
    await user.enter('title', 'First');
    await isSaved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await withPointer(other).enter('title', 'By the other tab');
    await isSaved(other);
    await page.bringToFront();
    await user.enter('title', 'By this tab');
    await page.getByText(drafts.trouble.DRAFT_CHANGED).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await user.activate(drafts.saveOther);
    await isSaved(page);
    expect((await titles(page)).toSorted()).toEqual(['By the other tab', 'By this tab']);
    await page.context().close();
  });

  it('are discarded with all that was typed until then, and the other tab keeps what it has', async () => {
    const { page, user } = await openForm();
    await user.enter('title', 'First');
    expect(await page.getByText(drafts.discardThis).isVisible()).toBe(false);
    await isSaved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.bringToFront();
    await user.enter('title', 'Typed just now');
    await user.activate(drafts.discardThis);
    await user.arrive(drafts.confirm.title);
    expect(await violationsOf(page)).toEqual([]);
    await user.activate(english.cancel);
    expect(await titleIn(page)).toBe('Typed just now');
    await user.activate(drafts.discardThis);
    await user.activate(drafts.discard);
    await page.getByText(drafts.done.deleted).waitFor();
    await other.bringToFront();
    await withPointer(other).enter('title', 'By the other tab');
    await other.getByText(drafts.trouble.DRAFT_GONE).waitFor();
    expect(await other.getByText(drafts.discardThis).isVisible()).toBe(false);
    expect(await titleIn(other)).toBe('By the other tab');
    await withPointer(other).activate(drafts.saveOther);
    await isSaved(other);
    expect(await titles(page)).toEqual(['By the other tab']);
    await page.context().close();
  });

  it.each([
    ['discarded', drafts.meanwhile.DRAFT_GONE],
    ['published', drafts.meanwhile.DRAFT_GONE],
    ['saved', drafts.meanwhile.DRAFT_CHANGED],
  ] as const)(
    'show that they were %s in another tab when somebody comes back, and keep what was typed',
    async (what, message) => {
      const { page, user, errors } = await openForm();
      for (const [name, value] of Object.entries(LISTING)) await user.enter(name, value);
      await isSaved(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      const change = withPointer(other);
      await comeBack(page);
      expect(await page.locator('[role=alert]').count()).toBe(0);
      if (what === 'saved') {
        await change.enter('title', 'By the other tab');
        await isSaved(other);
      } else if (what === 'published') {
        await change.activate(english.publish);
        await other.getByText(english.published).waitFor();
      } else {
        await change.activate(drafts.discardThis);
        await change.activate(drafts.discard);
        await other.getByText(drafts.done.deleted).waitFor();
      }
      await comeBack(page);
      await page.getByText(message).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await readForm(page, Object.keys(LISTING))).toEqual(LISTING);
      await user.activate(drafts.saveOther);
      await isSaved(page);
      const left = what === 'saved' ? ['By the other tab', LISTING.title] : [LISTING.title];
      expect((await titles(page)).toSorted()).toEqual(left.toSorted());
      expect(errors).toEqual([]);
      await page.context().close();
    },
  );
});
