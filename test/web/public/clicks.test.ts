import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { eventually } from '../../support/eventually.ts';
import { draft } from '../../support/listings.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const LANDING = 'https://prizes.example/lantern?from=feed';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const publish = async (): Promise<string> =>
  (await gateway.publish(key, draft({ landingUrl: LANDING }))).body.listing.id;
const visit = (id: string, options: RequestInit = {}) =>
  fetch(`${gateway.url}/listings/${id}/visit`, { redirect: 'manual', ...options });

async function clicksOf(id: string): Promise<{ clicks: number; clicksByDay: { day: string }[] }> {
  const document = 'query ($id: ID!) { myListing(id: $id) { own { clicks clicksByDay { day clicks } } } }';
  const { body } = await gateway.graphql(document, { id }, key);
  return body.data.myListing.own;
}

describe('The link of a listing to its landing page', () => {
  it('leads there, and stores nothing at the visitor', async () => {
    const response = await visit(await publish());
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(LANDING);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['https://bücher.example/ä?q=ü', 'https://xn--bcher-kva.example/%C3%A4?q=%C3%BC'],
    ['https://prizes.example/%u00e4?off=50%', 'https://prizes.example/%u00e4?off=50%'],
  ])('leads to %s as a browser writes it', async (landingUrl, location) => {
    const { body } = await gateway.publish(key, draft({ landingUrl }));
    const response = await visit(body.listing.id);
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
  });

  it('counts clicks for the publisher, but neither HEAD nor what browsers read ahead', async () => {
    const id = await publish();
    for (let click = 0; click < 3; click += 1) await visit(id);
    await visit(id, { method: 'HEAD' });
    await visit(id, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    // Clicks are written every few seconds.
    const written = (clicks: number) =>
      eventually(
        () => clicksOf(id),
        (own) => own.clicks === clicks,
        20_000,
      );
    const day = new Date().toISOString().slice(0, 10);
    expect(await written(3)).toEqual({ clicks: 3, clicksByDay: [{ day, clicks: 3 }] });
    await visit(id);
    expect(await written(4)).toEqual({ clicks: 4, clicksByDay: [{ day, clicks: 4 }] });
  });

  it('is the link of the page, and robots leave it alone', async () => {
    const id = await publish();
    expect(await getPage(gateway.url, `/listings/${id}`).then(textOf)).toContain(
      `href="/listings/${id}/visit"`,
    );
    expect(await getPage(gateway.url, '/robots.txt').then(textOf)).toContain('Disallow: /listings/*/visit');
  });

  it('leads nowhere for a listing that is not public', async () => {
    const id = await publish();
    await gateway.graphql('mutation ($id: ID) { withdrawListing(input: { id: $id }) { id } }', { id }, key);
    expect((await visit(id)).status).toBe(404);
    for (const other of ['lst_unknown', '%00', '%E0%A4', 'a%2Fb', 'x'.repeat(65)])
      expect((await visit(other)).status).toBe(404);
  });
});
