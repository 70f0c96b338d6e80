/**
 * Takes screenshots of the site: `npm run screenshots -- http://localhost:4000`. It follows the links of a running gateway from `/`
 * on, takes one page for each kind of address and state, in windows of 320 to 1920 pixels, light and dark, in English, in German,
 * from right to left, in the colours of the reader's system and on paper, and writes them to .data/screenshots. Words after the URL
 * choose the kinds whose names contain one of them.
 * With `--email <address>` it signs in first, asks for the mailed code, and also takes the pages of API Access.
 */
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findBrowser, LAUNCH_ARGUMENTS } from './browser.ts';

const OUT = '.data/screenshots';
const MAX_KINDS = 60;
const MAX_VISITS = 120;
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const VARIANTS = [
  { name: 'desktop', ...DESKTOP, colorScheme: 'light', locale: 'en-GB' },
  { name: 'desktop-dark', ...DESKTOP, colorScheme: 'dark', locale: 'de-DE' },
  { name: 'phone', ...PHONE, colorScheme: 'light', locale: 'de-DE' },
  { name: 'phone-dark', ...PHONE, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'phone-rtl', ...PHONE, colorScheme: 'light', locale: 'en-GB', isRightToLeft: true },
  { name: 'desktop-rtl', ...DESKTOP, colorScheme: 'light', locale: 'en-GB', isRightToLeft: true },
  { name: 'narrow', viewport: { width: 320, height: 640 }, colorScheme: 'light', locale: 'de-DE' },
  { name: 'tablet', viewport: { width: 768, height: 1024 }, colorScheme: 'dark', locale: 'de-DE' },
  { name: 'wide', viewport: { width: 1920, height: 1080 }, colorScheme: 'light', locale: 'de-DE' },
  { name: 'forced-colors', ...DESKTOP, forcedColors: 'active', locale: 'en-GB' },
  { name: 'print', viewport: { width: 760, height: 1075 }, locale: 'de-DE', media: 'print' },
] as const;
/** Addresses that answer with no page of the site: files have an extension, and a visit leads to the page of a publisher. */
const NO_PAGE = /^\/(?:docs|graphql|feed|assets|downloads|openapi|schema|beacon)|\.\w+$|\/visit$/;

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { email: { type: 'string' } },
    allowPositionals: true,
  });
  const [url = 'http://localhost:4000', ...words] = positionals;
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser was found: install chromium, or set CHROMIUM.');
  const browser = await chromium.launch({ executablePath, args: LAUNCH_ARGUMENTS });
  mkdirSync(OUT, { recursive: true });
  const session = values.email === undefined ? undefined : await signIn(browser, url, values.email);
  const found = await findPages(browser, url, session);
  const chosen = [...found].filter(
    ([kind]) => words.length === 0 || words.some((word) => kind.includes(word)),
  );
  for (const { name, ...variant } of VARIANTS) {
    const context = await browser.newContext({ ...variant, ...(session && { storageState: session }) });
    const page = await context.newPage();
    for (const [kind, address] of chosen) {
      await page.goto(address);
      if ('isRightToLeft' in variant) await page.evaluate("document.documentElement.dir = 'rtl'");
      await page.emulateMedia({ media: 'media' in variant ? variant.media : null });
      const path = `${OUT}/${kind}-${name}.png`;
      await page.screenshot({ path, fullPage: true });
      const isTooWide = await page.evaluate('document.scrollingElement.scrollWidth > innerWidth');
      process.stdout.write(`${path}${isTooWide ? ', wider than its window' : ''}\n`);
    }
    await context.close();
  }
  await browser.close();
}

async function signIn(browser: Browser, url: string, email: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${new URL(url).origin}/access/sign-in`);
  // The page has another form, of passkeys.
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=email]').press('Enter');
  const input = createInterface({ input: process.stdin, output: process.stdout });
  await page.locator('[name=code]').fill(await input.question(`The code mailed to ${email}: `));
  input.close();
  await page.locator('[name=code]').press('Enter');
  await page.waitForURL('**/access/keys');
  const session = await context.storageState();
  await context.close();
  return session;
}

/** One address for each kind of page that links lead to, and of addresses that no link names. */
async function findPages(
  browser: Browser,
  url: string,
  session: Session | undefined,
): Promise<Map<string, string>> {
  const origin = new URL(url).origin;
  const found = new Map<string, string>();
  const seen = new Set([
    '/',
    '/?q=zzzz&ends=week',
    '/unknown',
    '/giveaways?q=zzzz',
    '/developers/components',
  ]);
  if (session !== undefined) for (const path of ['/access/keys', '/access/listings']) seen.add(path);
  const page = await browser.newPage(session && { storageState: session });
  let visits = 0;
  for (const address of seen) {
    if ((visits += 1) > MAX_VISITS || found.size >= MAX_KINDS) break;
    await page.goto(`${origin}${address}`);
    const kind = await kindOf(page);
    if (!found.has(kind)) found.set(kind, `${origin}${address}`);
    for (const link of await linksOf(page)) {
      // A search has a page for every combination of filters: those of a fresh page are enough.
      const isSearch = link.search !== '' && !link.pathname.startsWith('/access/listings/');
      if (link.origin === origin && !NO_PAGE.test(link.pathname) && !isSearch)
        seen.add(link.pathname + link.search);
    }
  }
  await page.close();
  return found;
}

/** The name of a page's kind: its path without ids, its state, and whether it found nothing. */
async function kindOf(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  const path = pathname
    .slice(1)
    .replaceAll(/\d+|[a-z]{3}_\w+/g, 'id')
    .replaceAll('/', '-');
  const [state = ''] = await page
    .locator('main .state')
    .evaluateAll((all) => all.map((one) => one.className));
  const isEmpty = (await page.locator('.nothing').count()) > 0;
  const words = [path === '' ? 'feed' : path, /is-(\w+)/.exec(state)?.[1], isEmpty && 'nothing'];
  return words.filter(Boolean).join('-');
}

async function linksOf(page: Page): Promise<readonly URL[]> {
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
  return links.map((link) => new URL(link));
}

await main(process.argv.slice(2));
