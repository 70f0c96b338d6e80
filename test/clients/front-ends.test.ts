import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../web/tools/browser.ts';
import { giveawayIdOf } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { sharedBrowser } from '../web/support/browser.ts';
import { areInstalled, CLIENTS, NOT_INSTALLED, runTool } from './tools.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';

jest.setTimeout(240_000);

const TITLES = ['Third', 'Second', 'First'];
const missing = areInstalled ? 'no Chromium is installed, or named by CHROMIUM' : NOT_INSTALLED;
const needed = (areInstalled && findBrowser()) || undefined;

describeWith(needed, missing, 'a page of another origin in a browser', () => {
  let gateway: Gateway;
  const browser = sharedBrowser();
  let pages: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'front-ends-'));
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
    const key = await gateway.createKey();
    for (const title of TITLES.toReversed()) await gateway.publish(key, draft({ title }));
    // The compiler of Relay does not create its folder.
    await mkdir(`${CLIENTS}/browser/__generated__`, { recursive: true });
    await runTool('relay-compiler', 'relay.config.json');
    pages = await startHttpServer((request, response) => {
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
      if (request.url === '/') response.end('<!doctype html><link rel="icon" href="data:,">');
      else
        void readFile(join(folder, String(request.url))).then(
          (bytes) => response.end(bytes),
          () => response.writeHead(404).end(),
        );
    });
  });
  afterAll(async () => {
    await pages.stop();
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  /** The result of `run` in `clients/browser/<name>.ts`. */
  async function runInPage(name: string): Promise<unknown> {
    const file = join(folder, `${name}.js`);
    const flags = ['--bundle', '--format=iife', '--global-name=client', `--outfile=${file}`];
    await runTool('esbuild', `browser/${name}.ts`, '--define:process.env.NODE_ENV="production"', ...flags);
    const page = await browser.newPage();
    await page.goto(pages.url);
    await page.addScriptTag({ url: `/${name}.js` });
    const args = JSON.stringify([`${gateway.url}/graphql`, giveawayIdOf(SUMMER.carried)]);
    return page.evaluate(`client.run(...${args})`);
  }

  it('pages through the feed and subscribes with Apollo Client', async () => {
    expect(await runInPage('apollo')).toEqual({ titles: TITLES, cached: 3, state: expect.any(String) });
  });

  it("reads the feed with urql's default settings, by POST and by GET", async () => {
    expect(await runInPage('urql')).toEqual({ titles: TITLES, byGet: 2 });
  });

  it("reads connections of several levels into Relay's store", async () => {
    expect(await runInPage('relay')).toEqual({
      titles: TITLES,
      listings: 3,
      giveaways: expect.any(Number),
      passports: expect.any(Number),
    });
  });
});
