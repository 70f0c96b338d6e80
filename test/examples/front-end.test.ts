import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { seedSummer } from '../support/database/summer.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { describeInBrowser, launchBrowser } from '../web/support/browser.ts';
import { ensureBuilt } from '../support/built.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PORT = 45_317;
const MINUTES = 240_000;
jest.setTimeout(MINUTES);

describeInBrowser('the React front end', () => {
  let gateway: Gateway;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    ensureBuilt('client');
    gateway = await startGateway();
    await gateway.onDatabase(seedSummer);
    const key = await gateway.createKey();
    for (let number = 1; number <= 12; number += 1)
      await gateway.publish(
        key,
        draft({ title: `Prize ${number}`, worth: number === 7 ? 'one yacht' : '1 €' }),
      );
    const args = ['node_modules/vite/bin/vite.js', 'examples/front-end', '--host', '127.0.0.1'];
    const child = spawn(process.execPath, [...args, '--port', String(PORT), '--strictPort'], {
      cwd: ROOT,
      env: { ...CHILD_ENVIRONMENT, GIVEAWAYS_URL: gateway.url, GIVEAWAYS_KEY: 'a-secret-of-the-shell' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stop = async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    };
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (output) => String(output).includes('Local') && resolve());
    });
  });
  afterAll(async () => {
    await stop();
    await gateway.stop();
  });

  it('shows the feed page by page, what a search finds, and draws with their winners', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(MINUTES / 2);
      await page.goto(`http://127.0.0.1:${PORT}/`);
      const feed = page.getByRole('region', { name: 'Feed' });
      await feed.getByRole('listitem').first().waitFor();
      expect(await feed.getByRole('listitem').count()).toBe(10);
      await feed.getByRole('button', { name: 'More' }).click();
      await feed.getByRole('listitem').nth(11).waitFor();
      expect(await feed.getByRole('button', { name: 'More' }).count()).toBe(0);
      await page.getByRole('searchbox').fill('7');
      await page.getByRole('button', { name: 'Search' }).click();
      await feed.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      expect(await feed.getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining('worth one yacht'),
      ]);

      const draws = page.getByRole('region', { name: 'Draws' });
      await draws
        .getByText(/DECIDED, \d+ entries, won by passport \d+ of 0x/)
        .first()
        .waitFor();
      const round = draws.getByRole('link', { name: 'Round 1' }).first();
      expect((await fetch((await round.getAttribute('href')) ?? '')).status).toBe(200);

      const module = await (await fetch(`http://127.0.0.1:${PORT}/gateway.ts`)).text();
      expect(module).toContain(gateway.url);
      expect(module).not.toContain('a-secret-of-the-shell');
    } finally {
      await browser.close();
    }
  });
});
