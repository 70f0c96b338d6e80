import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { giveawayIdOf } from '../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../support/database/summer.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';

const FOLDER = 'clients';
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const isInstalled = existsSync(`${FOLDER}/node_modules`) && CHROMIUM !== undefined;
const MINUTES = 240_000;
const TITLES = ['Third', 'Second', 'First'];

/** Runs a command of the packages in `clients/`. */
const runTool = (name: string, ...args: readonly string[]) =>
  promisify(execFile)(`node_modules/.bin/${name}`, args, { cwd: FOLDER });

// npm install --prefix clients installs the clients; a browser is needed, too.
(isInstalled ? describe : describe.skip)('a page of another origin in a browser', () => {
  let gateway: Gateway;
  let pages: Server;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'front-ends-'));
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
    const key = await gateway.createKey();
    for (const title of TITLES.toReversed()) await gateway.publish(key, draft({ title }));
    await runTool('relay-compiler', 'relay.config.json');
    pages = createServer((request, response) => {
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
      if (request.url === '/') response.end('<!doctype html><link rel="icon" href="data:,">');
      else
        void readFile(join(folder, String(request.url))).then(
          (bytes) => response.end(bytes),
          () => response.writeHead(404).end(),
        );
    }).listen(0, '127.0.0.1');
    browser = await chromium.launch({ executablePath: String(CHROMIUM), args: ['--no-sandbox'] });
  }, MINUTES);
  afterAll(async () => {
    await browser.close();
    pages.close();
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  /** The result of `run` in `clients/browser/<name>.ts`. */
  async function runInPage(name: string): Promise<unknown> {
    const file = join(folder, `${name}.js`);
    const flags = ['--bundle', '--format=iife', '--global-name=client', `--outfile=${file}`];
    await runTool('esbuild', `browser/${name}.ts`, '--define:process.env.NODE_ENV="production"', ...flags);
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    await page.addScriptTag({ url: `/${name}.js` });
    const args = JSON.stringify([`${gateway.url}/graphql`, giveawayIdOf(SUMMER.carried)]);
    return page.evaluate(`client.run(...${args})`);
  }

  it(
    'pages through the feed and subscribes with Apollo Client',
    async () => {
      expect(await runInPage('apollo')).toEqual({ titles: TITLES, cached: 3, state: expect.any(String) });
    },
    MINUTES,
  );

  it(
    "reads the feed with urql's default settings, by POST and by GET",
    async () => {
      expect(await runInPage('urql')).toEqual({ titles: TITLES, byGet: 2 });
    },
    MINUTES,
  );

  it(
    "reads connections of several levels into Relay's store",
    async () => {
      expect(await runInPage('relay')).toEqual({
        titles: TITLES,
        listings: 3,
        giveaways: expect.any(Number),
        passports: expect.any(Number),
      });
    },
    MINUTES,
  );
});
