import { beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { SESSION_COOKIE } from '../../../src/adapters/auth/sessions.ts';
import { eventually } from '../../support/eventually.ts';
import { giveawayIdOf, hashOf } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import {
  describeInBrowser,
  launchBrowser,
  sharedBrowser,
  openPage,
  overflowOf,
  violationsOf,
} from '../support/browser.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const PHONE = { viewport: { width: 320, height: 640 } };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const LONG_ADDRESS = `https://publisher.example.com/${'hook'.repeat(40)}`;
const ROUND = `/giveaways/${giveawayIdOf(SUMMER.drawn)}/rounds/0`;

/** How the cells of the first shown row of a table lie, and whether the table has more than its box shows. */
interface Row {
  readonly label: string;
  readonly tops: readonly number[];
  readonly hidden: number;
}

/** The heads of a table's columns that have more lines than words. */
const BROKEN_HEADS = `[...document.querySelectorAll('thead th')].filter((head) => {
  const range = document.createRange();
  range.selectNodeContents(head);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
  return lines.size > head.textContent.trim().split(' ').length + 1;
}).map((head) => head.textContent)`;

const readRow = (page: Page) =>
  page.evaluate<Row>(`(() => {
    const row = [...document.querySelectorAll('tbody tr')].find((each) => each.checkVisibility());
    const box = row.closest('.table-scroll');
    return {
      label: getComputedStyle(row.querySelector('td'), '::before').content,
      tops: [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().top)),
      hidden: box.scrollWidth - box.clientWidth,
    };
  })()`);

describeInBrowser('the pages on a phone and on a desktop in Chromium', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();
  beforeAll(() => gateway.onDatabase(seedSummer));

  const open = async (path: string, options: object): Promise<Page> => {
    const { page } = await openPage(browser, gateway.url, options);
    // A slow machine refuses costly reads for some seconds.
    await eventually(
      async () => (await page.goto(path))?.status(),
      (status) => status === 200,
    );
    return page;
  };

  const openSignedIn = async (path: string, options: object): Promise<Page> => {
    const email = newEmail();
    const key = await gateway.createKey(email);
    const lantern = draft({ title: 'Lantern', sourceExternalId: `id-${'long'.repeat(40)}` });
    const { id } = (await gateway.publish(key, lantern)).body.listing;
    await gateway.graphql(
      'mutation ($input: HideListingInput!) { hideListing(input: $input) { listing { id } } }',
      { input: { id, reason: 'hidden'.repeat(40) } },
      gateway.operatorToken,
    );
    const value = await gateway.signIn(email);
    await gateway.graphql(
      'mutation ($input: InvitePublisherMemberInput!) { invitePublisherMember(input: $input) { member { email } } }',
      { input: { email: newEmail(), role: 'EDITOR' } },
      value,
    );
    await gateway.graphql(
      'mutation ($input: CreateFeedWebhookInput!) { createFeedWebhook(input: $input) { webhook { id } } }',
      { input: { url: LONG_ADDRESS, filter: { search: 'lantern' }, creationId: randomUUID() } },
      value,
    );
    const { page } = await openPage(browser, gateway.url, options);
    await page.context().addCookies([{ name: SESSION_COOKIE, value, url: gateway.url }]);
    await page.goto(path);
    return page;
  };

  it.each([
    ['API keys', '/access/keys'],
    ['listings', '/access/listings'],
    ['sessions', '/access/sessions'],
    ['activity', '/access/activity'],
    ['followed filters', '/access/followed'],
    ['people', '/access/members'],
  ])('the table of %s has a line for each value, with its name, on a phone alone', async (_what, path) => {
    const phone = await openSignedIn(`${path}?lang=de`, PHONE);
    const { label, tops, hidden } = await readRow(phone);
    expect(label).toMatch(/^attr\(data-label\) ": "$|^"[^"]+: "$|": "$/);
    expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
    expect([hidden, await overflowOf(phone)]).toEqual([0, 0]);
    expect(await violationsOf(phone)).toEqual([]);
    await phone.context().close();
    const desktop = await openSignedIn(path, DESKTOP);
    const row = await readRow(desktop);
    // Long values break instead of hiding the other columns.
    expect([new Set(row.tops).size, row.hidden]).toEqual([1, 0]);
    await desktop.setViewportSize({ width: 760, height: 1_000 });
    await desktop.emulateMedia({ media: 'print' });
    expect([await overflowOf(desktop), await desktop.evaluate(BROKEN_HEADS)]).toEqual([0, []]);
    await desktop.context().close();
  });

  it('the form of a listing is no wider than a phone with the picture that the listing has', async () => {
    const email = newEmail();
    const key = await gateway.createKey(email);
    const { listing } = (await gateway.publish(key, draft())).body;
    const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c84' } })
      .png()
      .toBuffer();
    const sent = await fetch(`${gateway.url}/api/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
      body: image,
    });
    const { picture } = (await sent.json()) as { picture: { id: string } };
    const value = await gateway.signIn(email);
    const set = await gateway.graphql(
      'mutation ($input: SetListingPictureInput!) { setListingPicture(input: $input) { listing { id } } }',
      { input: { id: listing.id, picture: picture.id } },
      value,
    );
    expect(set.body.errors).toBeUndefined();
    const { page } = await openPage(browser, gateway.url, PHONE);
    await page.context().addCookies([{ name: SESSION_COOKIE, value, url: gateway.url }]);
    await page.goto(`/access/listings/edit?listing=${listing.id}`);
    expect(await page.locator('h1').textContent()).toBe('Change a listing');
    const shown = page.locator('img.picture');
    await shown.scrollIntoViewIfNeeded();
    expect(await shown.evaluate((one) => Reflect.get(one, 'clientWidth') as number)).toBeGreaterThan(100);
    expect(await overflowOf(page)).toBe(0);
    await page.context().close();
  });

  it('the table of a giveaway has a line for each value on a phone alone', async () => {
    const path = `/giveaways/${giveawayIdOf(SUMMER.endless)}`;
    const phone = await open(path, PHONE);
    const { tops, hidden } = await readRow(phone);
    expect(new Set(tops).size).toBe(tops.length);
    expect([hidden, await overflowOf(phone)]).toEqual([0, 0]);
    await phone.context().close();
    const desktop = await open(path, DESKTOP);
    expect(new Set((await readRow(desktop)).tops).size).toBe(1);
    await desktop.context().close();
  });

  it('a button in the technical details copies the whole of a shortened hash', async () => {
    const page = await open(ROUND, { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('#technical > summary').click();
    const copied = page.locator('.copied-hash', { hasText: hashOf(90_000 + SUMMER.drawn) }).first();
    const widths = await copied
      .locator('.hash')
      .evaluate((hash) => [Reflect.get(hash, 'scrollWidth'), Reflect.get(hash, 'clientWidth')] as number[]);
    expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
    await copied.locator('button', { hasText: 'Copy' }).click();
    await copied.locator('button', { hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(hashOf(90_000 + SUMMER.drawn));
    expect(await overflowOf(page)).toBe(0);
    await page.context().close();
  });

  it.each([
    ['en', 'Round 2 of 4', 'Round 1'],
    ['de', 'Runde 2 von 4', 'Runde 1'],
  ])('a round says how many there are when the giveaway has an end, in %s', async (lang, known, open_) => {
    const page = await open(`/giveaways/${giveawayIdOf(SUMMER.cut)}/rounds/1?lang=${lang}`, PHONE);
    expect(await page.locator('h1').textContent()).toMatch(new RegExp(`^${known}`));
    expect(await page.title()).toContain(known);
    await page.goto(`/giveaways/${giveawayIdOf(SUMMER.cut)}?lang=${lang}`);
    expect(await page.locator('.round h3').allTextContents()).toContainEqual(
      expect.stringMatching(new RegExp(`^${known}`)),
    );
    await page.goto(`/giveaways/${giveawayIdOf(SUMMER.carried)}/rounds/0?lang=${lang}`);
    expect(await page.locator('h1').textContent()).toMatch(new RegExp(`^${open_}(?! (?:of|von))`));
    await page.context().close();
  });
});

describeInBrowser('the menu of a gateway with a chain in Chromium', () => {
  it('has one row below the name of the site on a phone, in both languages, and beside it on a desktop', async () => {
    const gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
    const browser = await launchBrowser();
    try {
      for (const [lang, width, isBelow] of [
        ['de', 320, true],
        ['de', 390, true],
        ['en', 320, true],
        ['de', 1_280, false],
      ] as const) {
        const { page } = await openPage(browser, gateway.url, { viewport: { width, height: 640 } });
        await page.goto(`/?lang=${lang}`);
        const tops = await page.evaluate<number[]>(
          "[...document.querySelectorAll('.top nav li')].map((one) => Math.round(one.getBoundingClientRect().top))",
        );
        const brand = await page.evaluate<number>(
          "document.querySelector('.brand').getBoundingClientRect().bottom",
        );
        expect([lang, width, tops.length, new Set(tops).size, (tops[0] ?? 0) >= brand]).toEqual([
          lang,
          width,
          4,
          1,
          isBelow,
        ]);
        expect(await overflowOf(page)).toBe(0);
        await page.context().close();
      }
    } finally {
      await browser.close();
      await gateway.stop();
    }
  });
});
