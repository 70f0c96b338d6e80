import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { newEmail } from '../../../support/listings.ts';
import { hiddenField, LISTING, openBrowser } from '../access-site.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const FACTS = {
  'facts.kind': 'PRIZE',
  'facts.allocation': 'DRAW',
  'facts.prizes': '10',
  'facts.regions': 'de, AT',
  'facts.minimumAge': '18',
};

const gateway = sharedByTests(startGateway);
const owner = openBrowser(gateway);
let id: string;
beforeAll(async () => {
  await owner.signIn(newEmail());
  await owner.post('/access/listings/new', { ...LISTING, ...FACTS, action: 'publish' });
  const { html } = await owner.get('/access/listings');
  id = /edit\?listing=(lst_\w+)/.exec(html)?.[1] ?? '';
});

const read = async (path: string) => (await fetch(`${gateway.url}${path}`)).text();
const shownFacts = async (language = 'en') =>
  [...(await read(`/listings/${id}?lang=${language}`)).matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(
    ([, name, value]) => `${name}: ${value}`,
  );

describe('the facts of a listing', () => {
  it('are entered in the form, and shown on its page in the language of the reader', async () => {
    expect(await shownFacts()).toEqual(
      expect.arrayContaining([
        'Kind: A prize',
        'Who gets it: By a draw',
        'Number of prizes: 10',
        'Countries: Austria and Germany',
        'Minimum age: 18 years',
      ]),
    );
    expect(await shownFacts('de')).toEqual(
      expect.arrayContaining(['Länder: Österreich und Deutschland', 'Mindestalter: 18 Jahre']),
    );
  });

  it('are in one line on its card, which has none without facts', async () => {
    await owner.post('/access/listings/new', { ...LISTING, sourceExternalId: 'plain', action: 'publish' });
    const lines = (html: string) => html.match(/<p class="card-stated">.*?<\/p>/gs);
    expect(lines(await read('/'))).toEqual([
      '<p class="card-stated"><bdi>10 prizes · 18+ · Austria, Germany</bdi></p>',
    ]);
    expect(lines(await read('/?lang=de'))?.[0]).toContain('10 Preise · ab 18 · Österreich, Deutschland');
  });

  it('are in the structured data of its page', async () => {
    const [, data = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read(`/listings/${id}`)) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      typicalAgeRange: '18-',
      offers: { eligibleRegion: ['AT', 'DE'] },
    });
  });

  it('are choices of the first page with counts, which lead to feeds with the same filter', async () => {
    const html = await read('/');
    expect(html).toMatch(
      /href="\/\?region=DE"[^>]*>\s*<span class="choice-name"><bdi>Germany<\/bdi><\/span>\s*<span class="count">1</,
    );
    for (const choice of ['kind=PRIZE', 'allocation=DRAW', 'age=18', 'prizes=10'])
      expect(html).toContain(`href="/?${choice}"`);
    expect(html).not.toContain('kind=FREEBIE');
    const query = 'age=18&amp;allocation=DRAW&amp;kind=PRIZE&amp;prizes=10&amp;region=DE';
    const narrowed = await read(`/?${query.replaceAll('&amp;', '&')}`);
    expect(narrowed).toContain('lanterns');
    expect(narrowed).toContain('Remove the filter Germany');
    expect(narrowed).toMatch(/\/feed\.json\?[^"]*minPrizes=10[^"]*regions=DE/);
    expect(await read('/?region=CH')).not.toContain('lanterns');
  });

  it('are in the form again, stay without fields for them, and go when they are emptied', async () => {
    const path = `/access/listings/edit?listing=${id}`;
    const page = await owner.get(path);
    for (const shown of ['value="AT DE"', 'value="18"', '<option value="DRAW" selected="">'])
      expect(page.html).toContain(shown);
    const seen = async () => {
      const shown = await owner.get(path);
      return { seenId: hiddenField(shown, 'seenId'), seenVersion: hiddenField(shown, 'seenVersion') };
    };
    const form = { ...LISTING, action: 'publish' };
    expect((await owner.post(path, { ...form, ...(await seen()), worth: '7 EUR' })).status).toBe(303);
    expect((await owner.get(path)).html).toContain('value="AT DE"');
    const none = Object.fromEntries(Object.keys(FACTS).map((name) => [name, '']));
    expect((await owner.post(path, { ...form, ...none, ...(await seen()) })).status).toBe(303);
    expect((await owner.get(path)).html).not.toContain('value="AT DE"');
  });

  it.each([
    ['facts.regions', 'Bavaria, Tyrol', 'muss aus Ländercodes nach ISO 3166-1 bestehen, etwa DE.'],
    ['facts.minimumAge', 'adult', 'muss eine ganze Zahl von 0 bis 120 sein.'],
    ['facts.prizes', '0', 'muss eine ganze Zahl von 1 bis 1.000.000 sein.'],
  ])('are refused at the field %s, and nothing entered is lost', async (name, value, message) => {
    const form = { ...LISTING, ...FACTS, [name]: value, sourceExternalId: 'another', action: 'publish' };
    const { status, html } = await owner.post('/access/listings/new?lang=de', form);
    expect([status, html]).toEqual([400, expect.stringContaining(`id="${name}-error"`)]);
    expect(html).toContain(message);
    // In the list above the form, and at the field
    expect(html.split(message)).toHaveLength(3);
    expect(html).toContain(`value="${value}"`);
  });

  it('are in the preview of its page, which leads to the entry page and nowhere else', async () => {
    const form = { ...LISTING, ...FACTS, 'facts.regions': 'DE Bavaria', 'facts.prizes': 'many' };
    const { status, html } = await owner.post('/access/listings/new', { ...form, action: 'preview' });
    expect(status).toBe(200);
    for (const shown of ['<dt>Countries</dt><dd>Germany</dd>', '<dt>Minimum age</dt><dd>18 years</dd>'])
      expect(html).toContain(shown);
    expect(html).not.toContain('<dt>Number of prizes</dt>');
    expect(html).toMatch(/<a class="button is-large" href="https:\/\/publisher\.example\/summer"/);
    expect(html).not.toMatch(/\/listings\/preview\/(?:visit|report)/);
    const unsafe = { ...form, landingUrl: 'javascript:alert(1)', action: 'preview' };
    expect((await owner.post('/access/listings/new', unsafe)).html).not.toContain('href="javascript:');
  });

  it('are compared with those of another version', async () => {
    const sent = { ...LISTING, ...FACTS, sourceExternalId: 'compared', action: 'publish' };
    expect((await owner.post('/access/listings/new', sent)).status).toBe(303);
    const { status, html } = await owner.post('/access/listings/new', { ...sent, 'facts.regions': 'FR' });
    expect(status).toBe(409);
    expect(html).toContain('<th scope="row">Countries');
    expect(html).not.toContain('<th scope="row">Minimum age');
  });
});
