import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { giveawayIdOf } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { describeInBrowser, sharedBrowser, openPage } from './support/browser.ts';
import { HOSTILE } from './support/site.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const SIDES =
  /^(?:(?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius|float|clear)$/;
const ALIGNED = /^(?:text-align|justify-(?:content|items|self)|caption-side)$/;
const SHORTHANDS = /^(?:margin|padding|inset|border-(?:width|color|style|radius)|scroll-(?:margin|padding))$/;

/** A value without the arguments of its functions. */
function withoutArguments(value: string): string {
  const shorter = value.replaceAll(/\([^()]*\)/g, '');
  return shorter === value ? value : withoutArguments(shorter);
}

/** The declarations of a style sheet that name the left or the right side. */
function physicalIn(sheet: string): string[] {
  const declarations = sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g);
  return [...declarations]
    .filter(([, property = '', value = '']) => {
      const [, second, , fourth] = withoutArguments(value).split(/\s+/);
      return (
        SIDES.test(property) ||
        (ALIGNED.test(property) && /\b(?:left|right)\b/.test(value)) ||
        (SHORTHANDS.test(property) && fourth !== undefined && second !== fourth) ||
        /\btranslateX\(/i.test(value)
      );
    })
    .map(([declaration]) => declaration);
}

describe('The style sheets', () => {
  it('name no left or right side, so that they serve both directions', () => {
    const sheets = globSync('web/styles/**/*.css');
    expect(sheets.length).toBeGreaterThan(6);
    expect(sheets.flatMap((file) => physicalIn(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('name no pseudo-element within :is(), where browsers ignore it', () => {
    const within = globSync('web/styles/**/*.css').flatMap(
      (file) => readFileSync(file, 'utf8').match(/:is\([^)]*::[^)]*\)/g) ?? [],
    );
    expect(within).toEqual([]);
  });

  it.each([
    'margin-left: 1px;',
    'border-right-width: 1px;',
    'left: 0;',
    'border-top-left-radius: 2px;',
    'text-align: right;',
    'padding: 0 1px 0 2px;',
    'float: left;',
    'transform: translateX(1px);',
  ])('would be found with %s', (declaration) => {
    expect(physicalIn(`a { color: red; ${declaration} }`)).toEqual([declaration]);
  });

  it('may have a shorthand with equal sides', () => {
    expect(
      physicalIn(
        'a { padding: 0 max(1px, calc(2px + 1px)) 3px max(1px, 2px); border-color: mix(in a, var(--b) 1%, c); margin-inline-start: 1px; }',
      ),
    ).toEqual([]);
  });
});

const ARABIC = 'رحلة لشخصين إلى البحر الأحمر مع الإقامة لمدة أسبوع كامل في فندق يطل على الشاطئ';
const BLOCKS =
  'header, nav, main, footer, article, section, aside, div, form, fieldset, figure, details, ul, ol, li, dl, dt, dd, p, h1, h2, h3, table, td, th, input, button, .button, .state, .badge, .brand';
type Box = readonly [name: string, x: number, width: number];

describeInBrowser('A page from right to left', () => {
  const gateway = sharedByTests(startGateway);
  const browser = sharedBrowser();
  let paths: readonly string[];
  beforeAll(async () => {
    await gateway.onDatabase(seedSummer);
    const key = await gateway.createKey();
    for (let index = 0; index < 25; index += 1)
      await gateway.publish(key, draft({ platform: `p${index % 11}` }));
    const { direction, markup } = HOSTILE;
    await gateway.publish(key, draft({ title: markup + direction, provider: direction, worth: '٤٠ ر.س' }));
    const arabic = draft({
      title: ARABIC,
      description: `${ARABIC}\n${direction}`,
      provider: ARABIC,
      platform: ARABIC,
    });
    const { body } = await gateway.publish(key, arabic);
    const { id } = body.listing;
    const found = await gateway.graphql('query ($id: ID!) { listing(id: $id) { publisher { id } } }', { id });
    const round = (number: number, index: number) => `/giveaways/${giveawayIdOf(number)}/rounds/${index}`;
    paths = [
      '/',
      '/?q=%E2%80%AE&platform=p1',
      `/listings/${id}`,
      `/publishers/${found.body.data.listing.publisher.id}`,
      '/giveaways',
      `/giveaways/${giveawayIdOf(SUMMER.carried)}?who=1`,
      round(SUMMER.drawn, 0),
      round(SUMMER.carried, 2),
      '/passports/1',
      '/unknown',
      '/access/sign-in',
      '/developers',
    ];
  });

  it.each([
    ['a phone', { viewport: { width: 390, height: 844 } }],
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ])('is the mirror image of the page from left to right on %s', async (_name, options) => {
    // Islands add parts at their own time.
    const { page } = await openPage(browser, gateway.url, { ...options, javaScriptEnabled: false });
    for (const path of paths) {
      await page.goto(path);
      const { width } = options.viewport;
      const straight = await boxesOf(page, 'ltr');
      const mirrored = await boxesOf(page, 'rtl');
      expect(straight.length).toBeGreaterThan(15);
      expect(mirrored).toHaveLength(straight.length);
      const wrong = straight.filter(([, x, own], index) => {
        const [, found = 0, foundWidth = 0] = mirrored[index] ?? [];
        return Math.abs(width - x - own - found) > 1.5 || Math.abs(own - foundWidth) > 1.5;
      });
      expect([path, wrong]).toEqual([path, []]);
      expect(mirrored.filter(([, x, own]) => x < -1 || x + own > width + 1)).toEqual([]);
    }
    await page.context().close();
  });

  it('shows numbers, addresses and dates in the order of their characters', async () => {
    const { page } = await openPage(browser, gateway.url, { javaScriptEnabled: false });
    await page.goto(paths[6] ?? '');
    await setDirection(page, 'rtl');
    const directions = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main code')].map((one) => getComputedStyle(one).direction)",
    );
    expect(new Set(directions)).toEqual(new Set(['ltr']));
    const isolated = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main time')].map((one) => getComputedStyle(one).unicodeBidi)",
    );
    expect(new Set(isolated)).toEqual(new Set(['plaintext']));
    await page.context().close();
  });
});

const setDirection = (page: Page, direction: 'ltr' | 'rtl') =>
  page.evaluate(`document.documentElement.dir = '${direction}'`);

/** The boxes of the page's blocks, in order; drawings have one direction. */
async function boxesOf(page: Page, direction: 'ltr' | 'rtl'): Promise<Box[]> {
  await setDirection(page, direction);
  return page.evaluate<Box[]>(
    `[...document.body.querySelectorAll('${BLOCKS}')]
      .filter((one) => one.getClientRects().length === 1 && !one.closest('.hidden, .skip, pre'))
      .map((one) => [one, one.getBoundingClientRect()])
      .map(([one, { x, width }]) => [one.localName + '.' + one.className, x, width])`,
  );
}
