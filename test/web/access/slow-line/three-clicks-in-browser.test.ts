import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { access as english } from '../../../../web/texts/en/access.ts';
import { reports } from '../../../../web/texts/en/listing.ts';
import { followed, members } from '../../../../web/texts/en/profile.ts';
import { runAsOperator } from '../../../cli/run-cli.ts';
import { photo } from '../../../pictures/support/images.ts';
import { eventually } from '../../../support/eventually.ts';
import { newEmail } from '../../../support/listings.ts';
import { describeInBrowser } from '../../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess, type BrowserAccess } from '../browser-access.ts';
import { withPointer } from '../browser-user.ts';

const LATENCY_MS = 1_500;
/** The pauses before each of three clicks on one button. */
const PAUSES_MS = [0, 80, 400];
const LOG = '{ viewer { auditLog(first: 50) { nodes { action } } } }';

describeInBrowser('Three clicks on a slow line in Chromium', () => {
  let access: BrowserAccess;
  beforeAll(async () => {
    access = await openBrowserAccess();
  }, JOURNEY_MS);
  afterAll(() => access.stop());

  const slowDown = async (page: Page) => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', slow);
  };
  /** Clicks while the first request is under way, and waits for what the last one shows. */
  const clickThrice = async (page: Page, button: string, shown: string) => {
    const target = page.locator('main button', { hasText: button });
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    for (const pause of PAUSES_MS) {
      await page.waitForTimeout(pause);
      await page.mouse.click(x + width / 2, y + height / 2);
    }
    await page.locator('main', { hasText: shown }).waitFor();
    expect(await page.locator('main [role=alert]').count()).toBe(0);
  };
  const actionsOf = async (email: string) => {
    const { body } = await access.gateway.graphql(LOG, {}, await access.createSession(email));
    const actions: string[] = body.data.viewer.auditLog.nodes.map(({ action }: { action: string }) => action);
    return actions.filter((action) => action !== 'signIn').toReversed();
  };

  it.each([
    ['with', true],
    ['without', false],
  ])(
    'follow, enable, invite, publish with an image, and object once, %s JavaScript',
    async (_scripts, javaScriptEnabled) => {
      const [email, guest] = [newEmail(), newEmail()];
      const { page } = await access.openSignedIn(email, { javaScriptEnabled });
      const user = withPointer(page);
      await slowDown(page);

      await page.goto('/access/followed/new');
      await user.enter('url', 'https://receiver.example/hook');
      await clickThrice(page, followed.follow, followed.yourSecret);
      const secret = await page.locator('#secret').textContent();
      await page.reload();
      expect(await page.locator('#secret').textContent()).toBe(secret);
      await access.gateway.onDatabase((em) => em.execute('update webhook set disabled_at = now()'));
      await user.activate(followed.stored);
      await clickThrice(page, followed.enable, followed.done.enabled);
      expect(await page.locator('main button', { hasText: followed.enable }).count()).toBe(0);

      await page.goto('/access/members');
      await user.enter('email', guest);
      await clickThrice(page, members.invite, members.done.invited);

      await page.goto('/access/listings/new');
      const listing = {
        sourceExternalId: 'one',
        title: 'A lantern',
        description: 'Free to enter.',
        landingUrl: 'https://publisher.example/one',
      };
      for (const [name, text] of Object.entries(listing)) await user.enter(name, text);
      const buffer = await photo(800, 500).jpeg().toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
      await clickThrice(page, english.publish, english.published);
      const published = await access.gateway.graphql(
        '{ feed(orderBy: NEWEST, first: 1) { nodes { id title picture { width } } } }',
      );
      const [{ id, ...shown }] = published.body.data.feed.nodes;
      expect(shown).toEqual({ title: listing.title, picture: { width: 800 } });

      await runAsOperator(access.gateway, ['listings', 'hide', id, '--reason', 'A trick']);
      await page.goto('/access/listings');
      await user.activate(reports.objection.title);
      await user.arrive(reports.objection.title);
      await user.enter('text', 'It is none.');
      await clickThrice(page, reports.objection.send, reports.objection.states.WAITING);
      for (const move of [() => page.goBack(), () => page.goForward()]) {
        await move();
        await page.getByText(reports.objection.states.WAITING).waitFor();
      }

      expect(await actionsOf(email)).toEqual([
        'createFeedWebhook',
        'enableWebhook',
        'invitePublisherMember',
        'publishListing',
        'setListingPicture',
        'hideListing',
        'objectToHiding',
      ]);
      const queued = () => access.gateway.onDatabase((em) => em.execute('select id from account_mail'));
      await eventually(queued, ({ length }) => length === 0, JOURNEY_MS);
      expect(access.mailsTo(guest)).toBe(1);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});
