import { describe, expect, it } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { COMPONENT_TEXTS } from '../../../web/pages/developers/components/texts.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const PATH = '/developers/components';
const PHONE = { viewport: { width: 320, height: 640 } };
const VARIANTS = [
  ['on a desktop', { viewport: { width: 1280, height: 900 } }, 'ltr', 'en'],
  ['in the dark, in German', { ...PHONE, colorScheme: 'dark' }, 'ltr', 'de'],
  ['from right to left on a phone', PHONE, 'rtl', 'en'],
] as const;

const gateway = sharedByTests(startGateway);

/** What the HTML standard forbids in a page. */
async function mistakesIn(page: string): Promise<unknown[]> {
  const { results } = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => [ruleId, message, selector]),
  );
}

describe('The page of the components', () => {
  it.each(['en', 'de'])('is valid HTML and has each id once, in %s', async (lang) => {
    const response = await getPage(gateway.url, `${PATH}?lang=${lang}`);
    expect(response.status).toBe(200);
    expect(await mistakesIn(textOf(response))).toEqual([]);
    expect(textOf(response)).toContain('<meta name="robots" content="noindex"');
  });

  it.each(['en', 'de'] as const)(
    'has all of its own texts in the language of the page, in %s',
    async (lang) => {
      const page = textOf(await getPage(gateway.url, `${PATH}?lang=${lang}`));
      const { en, de } = COMPONENT_TEXTS;
      const isIn = (text: string) => page.includes(text);
      expect(Object.values(COMPONENT_TEXTS[lang]).filter((text) => !isIn(text))).toEqual([]);
      const others = Object.values(lang === 'en' ? de : en).filter(
        (text) => text.includes(' ') && isIn(text),
      );
      expect(others).toEqual([]);
    },
  );

  it('would be found to be invalid with a label inside a link that is not closed', async () => {
    expect(await mistakesIn('<!doctype html><p><a href="/"><div>x</p>')).not.toEqual([]);
  });

  it('does not exist in production', async () => {
    const production = await startGateway({ NODE_ENV: 'production' });
    expect((await getPage(production.url, PATH)).status).toBe(404);
    expect((await getPage(production.url, '/developers')).status).toBe(200);
    await production.stop();
  });
});

describeInBrowser('The components in Chromium', () => {
  const browser = sharedBrowser();

  it.each(VARIANTS)('fit and are accessible %s', async (_how, options, direction, lang) => {
    const { page, foreign, errors } = await openPage(browser, gateway.url, options);
    await page.goto(`${PATH}?lang=${lang}`);
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.evaluate('document.querySelectorAll("details").forEach((each) => (each.open = true))');
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it('show cards beside each other', async () => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width: 768, height: 1000 } });
    await page.goto(PATH);
    const tops = await page.evaluate<number[]>(
      `[...document.querySelector('.cards').children].map((each) => Math.round(each.getBoundingClientRect().top))`,
    );
    expect(tops[1]).toBe(tops[0]);
    await page.context().close();
  });

  it('have the actions of a row below each other where the window is not wide', async () => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width: 768, height: 1000 } });
    await page.goto(PATH);
    const places = () =>
      page.evaluate<[number, number][]>(
        `[...document.querySelector('.has-actions td:last-child .row').children].map((each) => {
          const { left, top } = each.getBoundingClientRect();
          return [Math.round(left), Math.round(top)];
        })`,
      );
    const [[left, top], [nextLeft, nextTop]] = (await places()) as [[number, number], [number, number]];
    expect([nextLeft, nextTop > top]).toEqual([left, true]);
    await page.setViewportSize({ width: 1_280, height: 1_000 });
    const [[, first], [, second]] = (await places()) as [[number, number], [number, number]];
    expect(second).toBe(first);
    await page.context().close();
  });

  it('fit on paper, where a table has no actions, and mark a field that is wrong', async () => {
    const { page } = await openPage(browser, gateway.url, { viewport: { width: 720, height: 1000 } });
    await page.goto(PATH);
    const borderOf = (id: string) =>
      page.evaluate<string>(`getComputedStyle(document.getElementById('${id}')).borderColor`);
    expect(await borderOf('sampleTitle')).not.toBe(await borderOf('sampleName'));
    await page.emulateMedia({ media: 'print' });
    expect(await overflowOf(page)).toBe(0);
    expect(await page.getByText('Actions').isVisible()).toBe(false);
    await page.context().close();
  });
});
