import { beforeAll, describe, expect, it } from '@jest/globals';
import jsQR from 'jsqr';
import { sendAs } from '../support/chain/provider-chain.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { describeInBrowser, launchBrowser, violationsOf } from './support/browser.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
let drawn: string;
let declared: string;
beforeAll(async () => {
  const send = sendAs(gateway, (await createProviderWithSigner(gateway)).secret);
  const startTime = Math.floor(Date.now() / 1_000) + 3_600;
  const create = async (giveawayId: string, determinationType: number): Promise<string> => {
    const terms = { startTime, endTime: startTime + 600, determinationType };
    return (await send('create-giveaway', { giveawayId, ...terms })).body.result.id;
  };
  drawn = await create('drawn', 1);
  declared = await create('declared', 0);
}, 120_000);

const show = async (path: string) =>
  (await fetch(`${gateway.url}${path}`, { headers: { 'accept-language': 'en' } })).text();

describe('the page of a giveaway before its start', () => {
  it('shows what to write down: a line, a link, and the link as a QR code', async () => {
    const page = await show(`/giveaways/${drawn}`);
    const [, line = ''] = /<code id="noted-line">([^<]*)</.exec(page) ?? [];
    const [, link = ''] = /<a id="noted-link" href="([^"]*)"/.exec(page) ?? [];
    expect(line).toMatch(new RegExp(`^eip155:31337:0x[0-9a-f]{40} ${drawn}$`));
    expect(new URL(link).pathname).toBe(`/giveaways/${drawn}`);
    expect(new URL(link).hash).toBe(`#${line.split(' ')[0]}`);
    expect(readCode(page)).toBe(link);
    expect(page).toContain('Write this down before the start');
    expect(await show(`/giveaways/${drawn}?lang=de`)).toContain('Vor dem Start notieren');
  });

  it('shows nothing to write down when the provider declares the winner', async () => {
    expect(await show(`/giveaways/${declared}`)).not.toContain('noted-line');
  });
});

describeInBrowser('the note of a giveaway in Chromium', () => {
  it.each([
    ['on a phone', { viewport: { width: 360, height: 740 } }],
    ['in the dark', { colorScheme: 'dark' }],
  ] as const)('breaks no rule of axe, and fits its width, %s', async (_title, options) => {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(`${gateway.url}/giveaways/${drawn}`);
      expect(await page.locator('copy-button[for=noted-line] button').count()).toBe(1);
      expect(await violationsOf(page)).toEqual([]);
      const [width, shown] = await page.evaluate<number[]>(
        '[innerWidth, document.documentElement.scrollWidth]',
      );
      expect(shown).toBeLessThanOrEqual(width ?? 0);
    } finally {
      await browser.close();
    }
  });
});

/** What a reader of QR codes finds in the one of a page, drawn with eight pixels for each module. */
function readCode(page: string): string | undefined {
  const [, size = '0'] = /<svg class="qr-code" viewBox="0 0 (\d+) /.exec(page) ?? [];
  const [, path = ''] = /<path d="([^"]*)" fill="#000"/.exec(page) ?? [];
  const pixels = Number(size) * 8;
  const image = new Uint8ClampedArray(pixels * pixels * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * 8; row < Number(y) * 8 + 8; row += 1)
      for (let column = Number(x) * 8; column < (Number(x) + Number(length)) * 8; column += 1)
        image.fill(0, (row * pixels + column) * 4, (row * pixels + column) * 4 + 3);
  // The types of the package are those of a CommonJS module, but Node.js imports its function as the default.
  return (jsQR as unknown as typeof jsQR.default)(image, pixels, pixels)?.data;
}
