import { describe, expect, it } from '@jest/globals';
import { createOpenApiDocument } from '../../../src/adapters/rest/openapi/document.ts';
import { ERROR_TABLE } from '../../../src/core/provider-api/error-table.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { getPage, linksOf, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ PUBLIC_URL: 'https://giveaways.example.com/here' }));

const show = async (path: string) => textOf(await getPage(gateway.url, path));
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe('/developers', () => {
  it("has the reader's own address in every command, and is linked in the navigation", async () => {
    const page = await show('/developers');
    expect(page).toContain('curl https://giveaways.example.com/here/api/v1/giveaways \\');
    expect(page).toContain('wss://giveaways.example.com/here/graphql');
    expect(page).not.toContain('localhost');
    expect(linksOf(await show('/'), /^Developers$/)).toEqual(['/here/developers']);
  });

  it.each(['/developers', '/developers?lang=de', '/developers/rest', '/developers/errors?lang=de'])(
    'links only to what exists, on %s',
    async (path) => {
      const page = await show(path);
      const links = [...new Set(linksOf(page, /./))];
      expect(links.length).toBeGreaterThan(10);
      for (const link of links.map((each) => each.replace(/^\/here/, ''))) {
        const [target = '', anchor] = link.split('#');
        const response = await getPage(gateway.url, target === '' ? path : target);
        // Pages of a session lead to the sign-in.
        expect([link, [200, 303].includes(response.status)]).toEqual([link, true]);
        if (anchor !== undefined)
          expect([link, idsOf(textOf(response))]).toEqual([link, expect.arrayContaining([anchor])]);
      }
    },
  );
});

it('The REST reference has an anchor, the fields and an example of every operation of the OpenAPI document', async () => {
  const page = await show('/developers/rest');
  const { paths, webhooks }: Json = createOpenApiDocument({ publicUrl: 'http://x', issuesTokens: true });
  const operations: Json[] = [paths, webhooks].flatMap((each) =>
    Object.values<Json>(each).flatMap((methods) => Object.values<Json>(methods)),
  );
  expect(idsOf(page)).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)));
  expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
  expect(page).toContain('<code>sourceExternalId</code> <span class="quiet">required</span>');
  expect(page).toContain('<code>listing.worth</code>');
  expect(page).toContain('Ten copies of Lantern Road');
});

it('The table of errors has every code and every reason', async () => {
  const page = await show('/developers/errors');
  expect(idsOf(page)).toEqual(expect.arrayContaining(ERROR_TABLE.map(({ code }) => code)));
  for (const { reason } of ERROR_TABLE.flatMap(({ reasons }) => reasons))
    expect([reason, page.includes(`<code>${reason}</code>`)]).toEqual([reason, true]);
});

it('The metrics name pages by their routes, whatever their addresses', async () => {
  for (const path of [
    '/developers/rest',
    '/listings/lst_1',
    '/listings/lst_2',
    '/access/keys',
    '/schema.graphql',
  ])
    await show(path);
  const text = await gateway.metrics();
  const routes = [...text.matchAll(/^http_request_duration_seconds_count\{.*route="([^"]*)"/gm)];
  expect(routes.map(([, route]) => route)).toEqual(
    expect.arrayContaining(['/developers/rest', '/listings/:id', '/access/keys', '/schema.graphql']),
  );
  expect(text).not.toContain('lst_1');
});
