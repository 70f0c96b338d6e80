import { codeOf, mailsTo } from '../../support/mail/mail.ts';
import { eventually } from '../../support/eventually.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';

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

/** The cookies of a browser with one that was set. */
function keep(cookies: string, set: string): string {
  const [pair = ''] = set.split(';');
  const [name = ''] = pair.split('=');
  const others = cookies.split('; ').filter((each) => each !== '' && !each.startsWith(`${name}=`));
  return [...others, pair].join('; ');
}
