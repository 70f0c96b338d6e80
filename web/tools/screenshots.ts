/**
 * Takes screenshots of the site: `npm run screenshots -- http://localhost:4000`. It follows the links of a running gateway from `/`
 * on, takes one page for each kind of address, on a desktop and on a phone, light and dark, in English and German, and writes them
 * to .data/screenshots.
 */
import { mkdirSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser, LAUNCH_ARGUMENTS } from './browser.ts';

const OUT = '.data/screenshots';
const MAX_PAGES = 40;
const VARIANTS = [
  { name: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark', locale: 'de-DE' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'de-DE' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' },
] as const;

async function main([url = 'http://localhost:4000']: readonly string[]): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser was found: install chromium, or set CHROMIUM.');
  const browser = await chromium.launch({ executablePath, args: LAUNCH_ARGUMENTS });
  mkdirSync(OUT, { recursive: true });
  const pages = await findPages(browser, url);
  for (const { name, ...variant } of VARIANTS) {
    const context = await browser.newContext(variant);
    const page = await context.newPage();
    for (const [kind, address] of pages) {
      await page.goto(address);
      const path = `${OUT}/${kind}-${name}.png`;
      await page.screenshot({ path, fullPage: true });
      process.stdout.write(`${path}\n`);
    }
    await context.close();
  }
  await browser.close();
}

/** One address for each kind of page that links lead to, and an unknown one. */
async function findPages(browser: Browser, url: string): Promise<Map<string, string>> {
  const found = new Map([
    ['feed', `${url}/`],
    ['search', `${url}/?q=zzzz&ends=week`],
    ['unknown', `${url}/unknown`],
  ]);
  const page = await browser.newPage();
  const { origin } = new URL(url);
  for (const address of found.values()) {
    await page.goto(address);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    for (const link of links) {
      const target = new URL(link);
      const kind = target.pathname
        .slice(1)
        .replaceAll(/\d+|[a-z]{3}_\w+/g, 'id')
        .replaceAll('/', '-');
      const isPage =
        target.origin === origin && !/^(?:docs|graphql|feed|assets|downloads|openapi|schema)/.test(kind);
      if (isPage && kind !== '' && !found.has(kind) && found.size < MAX_PAGES)
        found.set(kind, `${origin}${target.pathname}${target.search}`);
    }
  }
  await page.close();
  return found;
}

await main(process.argv.slice(2));
