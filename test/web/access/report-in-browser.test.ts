import { expect, it, jest } from '@jest/globals';
import { access as accessTexts } from '../../../web/texts/en/access.ts';
import { reports as english } from '../../../web/texts/en/listing.ts';
import { runAsOperator } from '../../cli/run-cli.ts';
import { eventually } from '../../support/eventually.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { describeInBrowser, overflowOf, violationsOf, type WatchedPage } from '../support/browser.ts';
import { JOURNEY_MS, openBrowserAccess } from './browser-access.ts';
import { withPointer } from './browser-user.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(JOURNEY_MS);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const BROWSERS = [
  ['in a browser', {}],
  ['on a phone without JavaScript', { ...PHONE, javaScriptEnabled: false }],
] as const;
const HOSTILE = '<b>Not so</b> \u202eteg';

describeInBrowser('A report in Chromium', () => {
  const access = sharedByTests(openBrowserAccess);

  /** What the command of the operator prints as JSON. */
  const operate = async (...args: string[]) =>
    (await runAsOperator(access.gateway, ['reports', ...args, '--json'])).json;
  const objectionOf = async (listing: string): Promise<string> =>
    (await operate('objections')).objections.find(
      ({ listingId }: { listingId: string }) => listingId === listing,
    ).id;
  const expectSound = async ({ page, foreign, errors }: WatchedPage, hasScripts: boolean) => {
    // axe needs scripts.
    if (hasScripts) expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect([...foreign, ...errors]).toEqual([]);
  };

  it.each(BROWSERS)('is sent, decided on and objected to by both sides, %s', async (_how, options) => {
    const hasScripts = !('javaScriptEnabled' in options);
    const [publisher, reporter] = [newEmail(), newEmail()];
    const key = await access.gateway.createKey(publisher);
    const { id } = (await access.gateway.publish(key, draft({ title: 'A lantern' }))).body.listing;

    const visitor = await access.open(options);
    const user = withPointer(visitor.page);
    await visitor.page.goto(`/listings/${id}`);
    await user.activate(english.link);
    await user.arrive(english.title);
    await visitor.page.locator('select[name="reason"]').selectOption('SCAM');
    await user.enter('text', 'It asks for passwords.');
    await user.enter('email', reporter);
    await expectSound(visitor, hasScripts);
    await user.activate(english.send);
    await user.arrive(english.statusTitle);
    expect(await visitor.page.textContent('main')).toContain(english.mailed);
    await eventually(async () => access.mailsTo(reporter), Boolean, JOURNEY_MS);

    const { reports } = await operate('list');
    await operate('dismiss', reports.at(-1).id, '--reason', HOSTILE);
    await visitor.page.reload();
    expect(await visitor.page.textContent('main')).toContain('<b>Not so</b>');
    await user.enter('text', 'Look again.');
    await expectSound(visitor, hasScripts);
    await user.activate(english.objection.send);
    await visitor.page.getByText(english.objection.states.WAITING).waitFor();
    await operate('uphold', await objectionOf(id), '--reason', 'It does ask.');
    await visitor.page.reload();
    expect(await visitor.page.textContent('main')).toContain(english.objection.states.UPHELD);
    await expectSound(visitor, hasScripts);
    // The page is cached for a second.
    const status = await eventually(
      async () => (await visitor.page.goto(`/listings/${id}`))?.status(),
      (code) => code === 404,
    );
    expect(status).toBe(404);

    const own = await access.open(options);
    const owner = withPointer(own.page);
    await own.page.goto('/access/listings');
    await access.signIn(owner, publisher);
    await owner.arrive(accessTexts.tabs.listings);
    expect(await own.page.textContent('main')).toContain('It does ask.');
    await expectSound(own, hasScripts);
    await owner.activate(english.objection.title);
    await owner.arrive(english.objection.title);
    await owner.enter('text', 'That was an attack on my page, which is repaired.');
    await expectSound(own, hasScripts);
    await owner.activate(english.objection.send);
    await own.page.getByText(english.objection.states.WAITING).waitFor();
    await operate('uphold', await objectionOf(id), '--reason', 'Repaired indeed.');
    await own.page.goto('/access/listings');
    expect(await own.page.textContent('main')).toContain('Repaired indeed.');
    expect((await visitor.page.goto(`/listings/${id}`))?.status()).toBe(200);
  });
});
