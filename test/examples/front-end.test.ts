import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { describeInBrowser, launchBrowser } from '../web/support/browser.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PORT = 45_317;
const MINUTES = 240_000;

describeInBrowser('the React front end', () => {
  let gateway: Gateway;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    gateway = await startGateway();
    const key = await gateway.createKey();
    for (let number = 1; number <= 12; number += 1)
      await gateway.publish(
        key,
        draft({ title: `Prize ${number}`, worth: number === 7 ? 'one yacht' : '1 €' }),
      );
    const args = ['node_modules/vite/bin/vite.js', 'examples/front-end', '--host', '127.0.0.1'];
    const child = spawn(process.execPath, [...args, '--port', String(PORT), '--strictPort'], {
      cwd: ROOT,
      env: { ...CHILD_ENVIRONMENT, VITE_GIVEAWAYS_URL: gateway.url },
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
  }, MINUTES);
  afterAll(async () => {
    await stop();
    await gateway.stop();
  });

  it(
    'shows the feed page by page, and what a search finds',
    async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(MINUTES / 2);
        await page.goto(`http://127.0.0.1:${PORT}/`);
        await page.getByRole('listitem').first().waitFor();
        expect(await page.getByRole('listitem').count()).toBe(10);
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('listitem').nth(11).waitFor();
        expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
        await page.getByRole('searchbox').fill('7');
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
        expect(await page.getByRole('listitem').allTextContents()).toEqual([
          expect.stringContaining('worth one yacht'),
        ]);
      } finally {
        await browser.close();
      }
    },
    MINUTES,
  );
});
