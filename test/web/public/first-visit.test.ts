import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(async () => {
  const key = await gateway.createKey();
  // Texts that compression makes no shorter.
  const newText = () => randomBytes(24).toString('base64');
  for (let index = 0; index < 25; index += 1)
    await gateway.publish(
      key,
      draft({ title: newText(), worth: '$ 40', provider: newText(), platform: 'steam' }),
    );
});

const show = async (path: string) => textOf(await getPage(gateway.url, path));

describe('The first visit', () => {
  it('loads at most 15 KB, compressed, with the style sheet and the script of the page', async () => {
    const page = await show('/');
    const files = [...page.matchAll(/(?:rel="stylesheet" href|<script type="module" src)="([^"]*)"/g)].map(
      ([, address]) => address ?? '',
    );
    expect(files).toHaveLength(2);
    let bytes = 0;
    for (const path of ['/', ...files]) {
      const { bytes: content, headers } = await getPage(gateway.url, path, { 'accept-encoding': 'gzip, br' });
      expect(headers['content-encoding']).toBe('br');
      bytes += content.length;
    }
    expect(bytes).toBeLessThan(15_000);
  });

  it('needs no rule of the style sheet that only the other pages have', async () => {
    const inSite = await classesIn('site.css');
    const onlyInner = [...(await classesIn('inner.css'))].filter((name) => !inSite.has(name));
    expect(onlyInner).toContain('developers');
    const paths = ['/', '/?q=nothing-has-this-word', '/?platform=steam'];
    const pages = (await Promise.all(paths.map(show))).join('');
    const used = [...pages.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    expect(used).toContain('cards');
    expect(used.filter((name) => onlyInner.includes(name))).toEqual([]);
  });
});

describe('A page', () => {
  it('is in the language of the reader where the publisher has stated nothing', async () => {
    const key = await gateway.createKey();
    const { body } = await gateway.publish(key, draft({ title: 'Bare' }));
    const path = `/listings/${body.listing.id}`;
    expect(await show(path)).toContain('Independent publisher');
    // Programs read what the API has.
    const german = (await show(`${path}?lang=de`)).replaceAll(/<script.*?<\/script>/gs, '');
    expect(german).toContain('Unabhängiger Veranstalter');
    expect(german).not.toMatch(/Independent|Open the publisher/);
  });

  it('says in the words of readers what to do after an error of the service', async () => {
    const rename = (from: string, to: string) =>
      gateway.onDatabase((em) => em.execute(`alter table ${from} rename to ${to}`));
    await rename('giveaway', 'elsewhere');
    const page = await show(`/giveaways/gwy_${'0'.repeat(64)}`);
    await rename('elsewhere', 'giveaway');
    expect(page).toContain('Try again in a moment.');
    expect(page).not.toContain('back-off');
  });

  it.each([
    '/',
    '/?q=lantern',
    '/?q=none+at+all',
    '/giveaways',
    '/developers',
    '/developers/status',
    '/unknown',
  ])('has headings that leave out no level: %s', async (path) => {
    const levels = [...(await show(path)).matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    const deeper = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
    expect(deeper).toEqual([]);
  });
});

/** The classes in the rules of a style sheet. */
async function classesIn(name: string): Promise<Set<string>> {
  const sheet = await readFile(`web/styles/${name}`, 'utf8');
  const imported = [...sheet.matchAll(/@import '([^']*)'/g)].map(([, path]) => `web/styles/${path}`);
  const rules = await Promise.all(imported.map((path) => readFile(path, 'utf8')));
  return new Set([...rules.join('').matchAll(/\.([a-z][\w-]*)/g)].map(([, found = '']) => found));
}
