import { expect } from '@jest/globals';
import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import { eventually } from '../../support/eventually.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { legacyDraft, newEmail } from '../../support/listings.ts';

/** A page of the site as a browser without JavaScript gets it. */
export interface ShownPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string;
}

/** A browser with a cookie jar for one gateway; it follows no redirects. */
export interface Browser {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<ShownPage>;
  /** Sends a form as the page's own, unless other headers are given. */
  post(
    path: string,
    form: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ShownPage>;
  /** Signs in by the pages, with the code from the mail. */
  signIn(email: string): Promise<void>;
  cookie: string;
}

export function openBrowser(gateway: Gateway): Browser {
  const origin = 'http://localhost:4000';
  const browser: Browser = {
    cookie: '',
    get: (path, headers = {}) => request(path, { method: 'GET', headers }),
    post(path, form, headers = { origin }) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(form))
        for (const each of [value].flat()) body.append(name, each);
      return request(path, { method: 'POST', body, headers });
    },
    async signIn(email) {
      const { length: earlier } = await mailsTo(gateway.directory, email);
      // An instance whose processor is busy sheds requests.
      const requested = await eventually(
        () => browser.post('/access/sign-in', { email }),
        ({ status }) => status !== 503,
      );
      const mails = await eventually(
        () => mailsTo(gateway.directory, email),
        ({ length }) => length > earlier,
      );
      await browser.post(requested.location, { email, code: codeOf(mails.at(-1) ?? '') });
    },
  };

  async function request(path: string, init: RequestInit): Promise<ShownPage> {
    const headers = { ...(init.headers as Record<string, string>), cookie: browser.cookie };
    const response = await fetch(`${gateway.url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) browser.cookie = keep(browser.cookie, cookie);
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }
  return browser;
}

/** The value of a hidden field. */
export function hiddenField({ html }: ShownPage, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  if (value === undefined) throw new Error(`There is no field ${name}.`);
  return value;
}

/** The fields of a listing. */
export const LISTING = {
  sourceExternalId: 'summer',
  title: 'Ten <b>lanterns</b>',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
  endDate: '2030-08-31T18:00:00Z',
};

/** The listings of which a page shows the form to change them. */
export const listingsIn = (html: string): string[] =>
  [...html.matchAll(/\/access\/listings\/edit\?listing=(lst_\w+)/g)].map(([, id]) => id ?? '');

/** The version of the listing that a form has seen. */
export const seenOf = (page: ShownPage): { seenId: string; seenVersion: string } => ({
  seenId: hiddenField(page, 'seenId'),
  seenVersion: hiddenField(page, 'seenVersion'),
});

/**
 * Changes and withdraws a listing of the legacy endpoint by the forms of its account, beside another one with the same ID, which is
 * `published`; `entered` replaces its fields in the form.
 */
export async function expectLegacyListingInForms(
  gateway: Gateway,
  published: Readonly<Record<string, string>>,
  entered: Readonly<Record<string, string>> = {},
): Promise<void> {
  const browser = openBrowser(gateway);
  const address = newEmail();
  await browser.signIn(address);
  const key = await gateway.createKey(address);
  const externalId = newEmail();
  const legacy = legacyDraft({ externalId, title: 'The legacy one' });
  await gateway.publish(key, { ...published, sourceExternalId: externalId, title: 'The other one' });
  const sent = await gateway.rest('POST', '/api/integrations/publish-giveaway', { key, body: legacy });
  const { id } = sent.body.listing;
  const path = `/access/listings/edit?listing=${id}`;
  const page = await browser.get(path);
  expect(page.html).not.toContain('name="provider"');
  const changed = { sourceExternalId: externalId, title: 'Changed', action: 'publish' };
  const form = { ...published, ...seenOf(page), ...entered, ...changed };
  const refused = await browser.post(path, { ...form, landingUrl: 'javascript:' });
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('id="landingUrl-error"')]);
  expect((await browser.post(path, form)).status).toBe(303);
  await browser.post(`/access/listings/withdraw?listing=${id}`, {});
  const { listings } = (await gateway.rest('GET', '/api/v1/giveaways', { key })).body;
  expect(listings.map((each: Json) => [each.title, each.status])).toEqual([
    ['Changed', 'withdrawn'],
    ['The other one', 'published'],
  ]);
}

/** The cookies of a browser with one that was set. */
function keep(cookies: string, set: string): string {
  const [pair = ''] = set.split(';');
  const [name = ''] = pair.split('=');
  const others = cookies.split('; ').filter((each) => each !== '' && !each.startsWith(`${name}=`));
  return [...others, pair].join('; ');
}
