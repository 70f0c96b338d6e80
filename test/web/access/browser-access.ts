import type { Browser, BrowserContextOptions } from 'playwright-core';
import { SESSION_COOKIE } from '../../../src/adapters/auth/sessions.ts';
import { access as english } from '../../../web/texts/en/access.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { codeOf } from '../../support/mail/mail.ts';
import { startSmtp } from '../../support/mail/smtp.ts';
import { launchBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import type { User } from './browser-user.ts';

export const JOURNEY_MS = 300_000;

/** A gateway at its public address, and browsers that sign in with the codes that it sends. */
export interface BrowserAccess {
  readonly gateway: Gateway;
  open(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens a page with a session of this account, which was begun by another client: the pages of the sign-in take most of a test. */
  openSignedIn(email: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Signs in by the API; returns the session token. */
  createSession(email: string): Promise<string>;
  /** How many mails an address has received. */
  mailsTo(email: string): number;
  /** Signs in by the pages. */
  signIn(user: User, email: string, texts?: typeof english): Promise<void>;
  stop(): Promise<void>;
}

const CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) { signIn(input: { email: $email, code: $code }) { token } }`;

export async function openBrowserAccess(): Promise<BrowserAccess> {
  const smtp = await startSmtp();
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const gateway = await startGateway({ PORT: String(port), PUBLIC_URL: publicUrl, SMTP_URL: smtp.url });
  const browser: Browser = await launchBrowser();
  const isNotice = (text: string) => /^Subject: A new (?:API key|device)/m.test(text);
  const received = (email: string) =>
    smtp.received.filter(({ recipients, text }) => recipients.includes(email) && !isNotice(text));
  const nextCode = async (email: string, before: number) => {
    const mails = await eventually(
      async () => received(email),
      ({ length }) => length > before,
      JOURNEY_MS,
    );
    return codeOf(mails.at(-1)?.text ?? '');
  };
  const open = (options: BrowserContextOptions = {}) => openPage(browser, gateway.url, options);
  const createSession = async (email: string) => {
    const before = received(email).length;
    await gateway.graphql(CODE, { email });
    const { body } = await gateway.graphql(SIGN_IN, { email, code: await nextCode(email, before) });
    return String(body.data.signIn.token);
  };
  return {
    gateway,
    open,
    createSession,
    async openSignedIn(email, options) {
      const watched = await open(options);
      const value = await createSession(email);
      await watched.page.context().addCookies([{ name: SESSION_COOKIE, value, url: gateway.url }]);
      return watched;
    },
    mailsTo: (email) => received(email).length,
    async signIn({ enter, activate, arrive }, email, texts = english) {
      const before = received(email).length;
      await enter('email', email);
      await activate(texts.sendCode);
      await arrive(texts.enterCode);
      await enter('code', await nextCode(email, before));
      await activate(texts.signIn);
    },
    async stop() {
      await browser.close();
      await gateway.stop();
      await smtp.stop();
    },
  };
}
