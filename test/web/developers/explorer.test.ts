import type { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse, validate } from 'graphql';
import type { Page } from 'playwright-core';
import { createSchema } from '../../../src/adapters/graphql/gateway/schema.ts';
import { readConfig } from '../../../src/config/config.ts';
import { EXAMPLES } from '../../../web/explorer/examples.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { describeInBrowser, sharedBrowser, openPage, violationsOf } from '../support/browser.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(300_000);

const SANDBOX = 'https://embeddable-sandbox.cdn.apollographql.com/**';

describe('EXPLORER', () => {
  it('is Sandbox with introspection and off without it, and refuses a Sandbox that could not read the schema', () => {
    expect(readConfig({}).EXPLORER).toBe('sandbox');
    expect(readConfig({ NODE_ENV: 'production' }).EXPLORER).toBe('off');
    expect(readConfig({ NODE_ENV: 'production', EXPLORER: 'graphiql' }).EXPLORER).toBe('graphiql');
    const introspectable = { NODE_ENV: 'production', INTROSPECTION: 'on' };
    expect(readConfig(introspectable).EXPLORER).toBe('graphiql');
    expect(() => readConfig({ ...introspectable, EXPLORER: 'sandbox' })).toThrow(
      /production takes graphiql or off/,
    );
    expect(() => readConfig({ INTROSPECTION: 'off', EXPLORER: 'sandbox' })).toThrow(/needs INTROSPECTION=on/);
    expect(() => readConfig({ EXPLORER: 'altair' })).toThrow(/EXPLORER must be sandbox, graphiql or off/);
  });

  it('has valid examples for every audience, with variables that fit', () => {
    const schema = createSchema();
    const names = EXAMPLES.map(({ query, variables = '{}', headers = '{}' }) => {
      const document = parse(query);
      expect(validate(schema, document)).toEqual([]);
      expect([JSON.parse(variables), JSON.parse(headers)]).toEqual([expect.any(Object), expect.any(Object)]);
      const [operation] = document.definitions;
      return operation !== undefined && 'name' in operation && operation.name?.value;
    });
    expect(names).toEqual(['Visitor', 'Publisher', 'Provider', 'Analyst']);
  });

  it('has a page of its own browsing context without access to devices, as /docs has', async () => {
    const gateway = await startGateway({ EXPLORER: 'graphiql' });
    for (const path of ['/graphql', '/docs'])
      expect((await getPage(gateway.url, path)).headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    await gateway.stop();
  });

  it('off leads browsers to the schema, in every language', async () => {
    const gateway = await startGateway({ EXPLORER: 'off' });
    for (const path of ['/graphql', '/graphql?lang=de']) {
      const { status, headers } = await getPage(gateway.url, path);
      expect([status, headers['location']]).toEqual([303, 'schema.graphql']);
    }
    await gateway.stop();
  });
});

describeInBrowser('The explorer in Chromium', () => {
  const gateway = sharedByTests(() => startGateway({ EXPLORER: 'graphiql', INTROSPECTION: 'off' }));
  const browser = sharedBrowser();
  let sandboxed: Gateway;
  beforeAll(async () => {
    await gateway.publish(await gateway.createKey(), draft({ title: 'A lamp to explore' }));
    sandboxed = await startGateway();
  });
  afterAll(() => sandboxed.stop());

  const resultOf = (page: Page) => page.locator('.result-window .CodeMirror-code');

  it('runs the first example by the keyboard, without introspection, and asks no other host', async () => {
    const { page, foreign, errors } = await openPage(browser, gateway.url);
    await page.goto('/graphql');
    await page.locator('.graphiql-query-editor .CodeMirror textarea').focus();
    await page.keyboard.press('Control+Enter');
    await resultOf(page).getByText('A lamp to explore').waitFor();
    expect(await page.locator('.graphiql-tab').allTextContents()).toEqual(
      EXAMPLES.map(() => expect.anything()),
    );
    // GraphiQL's tabs contain buttons.
    const ofOurs = (axe: AxeBuilder) => axe.exclude('.CodeMirror').disableRules('nested-interactive');
    expect(await violationsOf(page, ofOurs)).toEqual([]);
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(['Publisher', 'Provider'])(
    'sends the example for a %s with its headers, whose key the service refuses',
    async (name) => {
      const { page, errors } = await openPage(browser, gateway.url);
      await page.goto('/graphql');
      const editor = page.locator('.graphiql-query-editor');
      await editor.getByText('Visitor', { exact: true }).waitFor();
      await page.locator('.graphiql-tab').filter({ hasText: name }).click();
      await editor.getByText(name, { exact: true }).waitFor();
      await editor.locator('.CodeMirror textarea').focus();
      await page.keyboard.press('Control+Enter');
      await resultOf(page).getByText('UNAUTHENTICATED').waitFor();
      expect(errors.filter((error) => !/status of 401/.test(error))).toEqual([]);
      await page.context().close();
    },
  );

  it('shows a link to the schema without JavaScript', async () => {
    const { page } = await openPage(browser, gateway.url, { javaScriptEnabled: false });
    await page.goto('/graphql');
    await page.getByRole('link', { name: 'schema.graphql' }).click();
    expect(await page.textContent('body')).toContain('type Query {');
    await page.context().close();
  });

  it('lets scripts and frames of Apollo only into the page of Sandbox', async () => {
    const policyOf = async ({ url }: Gateway) =>
      String((await getPage(url, '/graphql')).headers['content-security-policy']);
    expect(await policyOf(gateway)).not.toMatch(/https:/);
    expect(await policyOf(sandboxed)).toContain("script-src 'self' https://embeddable-sandbox");
    expect(String((await getPage(sandboxed.url, '/')).headers['content-security-policy'])).not.toContain(
      'https:',
    );
  });

  it('starts Sandbox with the address of this service', async () => {
    const { page } = await openPage(browser, sandboxed.url);
    const body =
      'window.EmbeddedSandbox = class { constructor(options) { document.title = JSON.stringify(options); } };';
    await page.route(SANDBOX, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/graphql?lang=de');
    await page.waitForFunction("document.title.startsWith('{')");
    expect(JSON.parse(await page.title())).toMatchObject({
      target: '#explorer',
      initialEndpoint: `${sandboxed.url}/graphql`,
    });
    await page.context().close();
  });

  it('shows GraphiQL when Sandbox cannot be loaded', async () => {
    const { page } = await openPage(browser, sandboxed.url);
    await page.route(SANDBOX, (route) => route.abort());
    await page.goto('/graphql');
    await page.locator('.graphiql-container').waitFor();
    expect(textOf(await getPage(sandboxed.url, '/graphql'))).toContain('data-mode="sandbox"');
    await page.context().close();
  });
});
