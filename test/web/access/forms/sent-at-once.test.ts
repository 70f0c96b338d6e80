import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../../support/listings.ts';
import { codeOf, mailsTo } from '../../../support/mail/mail.ts';
import { makePasskey } from '../../../support/passkeys/authenticator.ts';
import { beginRegistration } from '../../../support/passkeys/passkeys.ts';
import { hiddenField, LISTING, openBrowser, type Browser, type ShownPage } from '../access-site.ts';

let gateway: Gateway;
beforeAll(async () => {
  const domains = { DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: '127.0.0.1:9' };
  gateway = await startGateway({ RATE_LIMIT: 'off', ...domains, TRUST_PROXY: '1' });
}, 60_000);
afterAll(() => gateway.stop());

let browser: Browser;
let email: string;
beforeEach(async () => {
  browser = openBrowser(gateway);
  email = newEmail();
  await browser.signIn(email);
});

type Fields = Readonly<Record<string, string>>;
/** Sends a form four times at once, as hasty clicks do, and once more, as a reload does. */
async function sendAtOnce(path: string, form: Fields, as = browser) {
  const origin = { origin: 'http://localhost:4000', 'x-forwarded-for': '198.18.7.7' };
  const first = await Promise.all(Array.from({ length: 4 }, () => as.post(path, form, origin)));
  return [...first, await as.post(path, form, origin)];
}
const locationsOf = (pages: readonly { readonly status: number; readonly location: string }[]) => [
  ...new Set(pages.map(({ status, location }) => `${status} ${location}`)),
];
/** All hidden fields of the page. */
const hiddenOf = ({ html }: ShownPage): Fields =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
const countOf = (text: string, part: string) => text.split(part).length - 1;

describe('a form that is sent several times at once, and again', () => {
  it.each(['an-id', ''])('publishes one listing with the ID %j', async (sourceExternalId) => {
    const path = '/access/listings/new';
    const hidden = hiddenOf(await browser.get(path));
    const sent = await sendAtOnce(path, { ...hidden, ...LISTING, sourceExternalId });
    expect(locationsOf(sent)).toEqual(['303 /access/listings?done=published']);
    const { html } = await browser.get('/access/listings');
    expect(new Set(html.match(/edit\?listing=lst_\w+/g)).size).toBe(1);
  });

  it('saves one draft', async () => {
    const path = '/access/listings/new';
    const hidden = hiddenOf(await browser.get(path));
    const sent = await sendAtOnce(path, { ...hidden, title: 'Half', action: 'draft' });
    expect(locationsOf(sent)).toEqual(['303 /access/listings/drafts?done=saved']);
    const { html } = await browser.get('/access/listings/drafts');
    expect(new Set(html.match(/new\?draft=\w+/g)).size).toBe(1);
  });

  it('creates one key, whose secret each response shows', async () => {
    const path = '/access/keys/new';
    const creationId = hiddenField(await browser.get(path), 'creationId');
    const sent = await sendAtOnce(path, { creationId, name: 'Once', scopes: 'giveaways:publish' });
    const secrets = new Set(sent.map(({ html }) => /ggw_live_\w{40,}/.exec(html)?.[0]));
    expect([secrets.size, secrets.has(undefined)]).toEqual([1, false]);
    expect(countOf((await browser.get('/access/keys')).html, 'Once')).toBe(1);
  });

  it('follows one filter, whose secret each response shows', async () => {
    const path = '/access/followed/new';
    const creationId = hiddenField(await browser.get(path), 'creationId');
    const url = 'https://receiver.example/hook';
    const sent = await sendAtOnce(path, { creationId, url, search: 'lantern' });
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(countOf((await browser.get('/access/followed')).html, url)).toBe(1);
  });

  it('invites one person', async () => {
    const invited = newEmail();
    const form = { do: 'invite', email: invited, role: 'EDITOR' };
    expect(locationsOf(await sendAtOnce('/access/members', form))).toEqual([
      '303 /access/members?done=invited',
    ]);
    const { html } = await browser.get('/access/members');
    expect(countOf(html, `<bdi>${invited}</bdi>`)).toBe(1);
  });

  it('claims one domain', async () => {
    const path = '/access/profile/domain';
    const seenDomain = hiddenField(await browser.get(path), 'seenDomain');
    const sent = await sendAtOnce(path, { do: 'claim', domain: 'lantern.example.org', seenDomain });
    expect(locationsOf(sent)).toEqual([`303 ${path}?done=claimed`]);
  });

  it('saves one profile', async () => {
    const path = '/access/profile';
    const hidden = hiddenOf(await browser.get(path));
    const sent = await sendAtOnce(path, { ...hidden, name: 'Lantern Road', text: '', links: '' });
    expect(locationsOf(sent)).toEqual([expect.stringMatching(/^303 /)]);
  });

  it('adds one passkey', async () => {
    const token = decodeURIComponent(/giveaways\.session_token=([^;]+)/.exec(browser.cookie)?.[1] ?? '');
    const { credential } = makePasskey(await beginRegistration(gateway, token));
    const form = { credential: JSON.stringify(credential), name: 'Desk' };
    expect(locationsOf(await sendAtOnce('/access/passkeys', form))).toEqual([
      '303 /access/passkeys?done=added',
    ]);
    expect(countOf((await browser.get('/access/passkeys')).html, 'Desk')).toBe(1);
  });

  it('reports a giveaway once', async () => {
    const { id } = (await gateway.publish(await gateway.createKey(), draft())).body.listing;
    const form = { reason: 'SCAM', text: 'It asks for passwords.' };
    const locations = locationsOf(await sendAtOnce(`/listings/${id}/report`, form));
    expect(locations).toEqual([expect.stringMatching(/^303 \/reports\/grp_\w+$/)]);
  });

  it('opens one session by a code', async () => {
    const visitor = openBrowser(gateway);
    const address = newEmail();
    const { location } = await visitor.post('/access/sign-in', { email: address });
    const [mail = ''] = await mailsTo(gateway.directory, address);
    const sent = await sendAtOnce(location, { email: address, code: codeOf(mail) }, visitor);
    expect(sent.filter(({ headers }) => headers.get('set-cookie')?.includes('session_token'))).toHaveLength(
      1,
    );
    expect(sent.at(-1)?.status).toBe(303);
  });
});
