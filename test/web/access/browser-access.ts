import type { Browser, BrowserContextOptions } from 'playwright-core';
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
  /** How many mails an address has received. */
  mailsTo(email: string): number;
  /** The code in the mail after so many others. */
  nextCode(email: string, before: number): Promise<string>;
  signIn(user: User, email: string, texts?: typeof english): Promise<void>;
  stop(): Promise<void>;
}

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
  return {
    gateway,
    open: (options = {}) => openPage(browser, gateway.url, options),
    mailsTo: (email) => received(email).length,
    nextCode,
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
