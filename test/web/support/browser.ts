import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBrowser, LAUNCH_ARGUMENTS } from '../../../web/tools/browser.ts';
import { describeWith } from '../../support/describe-with.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

/** A suite in a real Chromium; without one it is skipped, and its name says so. */
export function describeInBrowser(name: string, suite: () => void): void {
  describeWith(findBrowser(), 'no Chromium is installed, or named by CHROMIUM', name, suite);
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? '', args: LAUNCH_ARGUMENTS });
}

/** A Chromium in which tests open pages. */
export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage'>;

/** A Chromium for all tests of a file or of a `describe`. */
export function sharedBrowser(): SharedBrowser {
  return sharedByTests(async () => {
    const browser = await launchBrowser();
    return {
      newContext: (options?: BrowserContextOptions) => browser.newContext(options),
      newPage: (options?: BrowserContextOptions) => browser.newPage(options),
      close: () => browser.close(),
    };
  });
}

/** A page with a list of what it requested from other hosts, and of errors of scripts and of the CSP. */
export interface WatchedPage {
  readonly page: Page;
  readonly foreign: readonly string[];
  readonly errors: readonly string[];
}

export async function openPage(
  browser: SharedBrowser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await context.newPage();
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40\d/.test(message.text())) errors.push(message.text());
  });
  return { page, foreign, errors };
}

/** What axe finds wrong with a page: the address, the rule, and the first element that breaks it. */
export async function violationsOf(
  page: Page,
  adapt = (axe: AxeBuilder) => axe,
): Promise<(string | undefined)[][]> {
  // The legacy mode opens no second page; it only lacks frames of other origins, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await adapt(axe).analyze();
  return violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html]);
}

/** The pixels by which a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
}
