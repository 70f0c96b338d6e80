import { beforeAll, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { signRound, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { createHttpNode } from '../../../src/verification/node/http-node.ts';
import { toProofDocument, type WholeProof } from '../../../src/verification/proof-document.ts';
import { proveOnNode } from '../../../src/verification/state/prove-on-node.ts';
import { verifyOnNodes } from '../../../src/verification/verify-on-nodes.ts';
import { carriedOver, chain, SECRET, useDrawnChain } from '../../support/chain/drawn-chain.ts';
import type { Json } from '../../support/http/http.ts';
import { queryFor } from '../../verification/lying-proxy.ts';
import { describeInBrowser, sharedBrowser, openPage, overflowOf, violationsOf } from '../support/browser.ts';
import { forward } from '../support/nodes.ts';
import { ensureBuilt } from '../../support/built.ts';
import { startHttpServer } from '../../support/http/http-server.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(120_000);

ensureBuilt('site');
const FILE = new URL('../../../dist/verifier/index.html', import.meta.url);
const MEGABYTE = 2 ** 20;

describeInBrowser('the verifier in one file', () => {
  useDrawnChain();
  const browser = sharedBrowser();
  const node = sharedByTests(() =>
    startHttpServer((request, response) => void forward(request, response, chain.url)),
  );
  const beacon = sharedByTests(() =>
    startHttpServer(({ url = '' }, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const round = BigInt(/\d+$/.exec(url)?.[0] ?? 0);
      const info = { public_key: toPublicKey(SECRET), genesis_time: 1_600_000_000, period: 3 };
      response.end(JSON.stringify(url === '/info' ? info : { signature: signRound(SECRET, round) }));
    }),
  );
  let document: Json;
  let hash: string;
  beforeAll(async () => {
    const nodes = ['one', 'other'].map((name) => createHttpNode(chain.url, { name }));
    const proof = await verifyOnNodes({ ...queryFor(), nodes, prove: proveOnNode });
    document = JSON.parse(JSON.stringify(toProofDocument(proof as unknown as WholeProof)));
    ({ hash } = proof.block);
  });

  const open = async (options = {}, address = FILE.href) => {
    const watched = await openPage(browser, address, options);
    await watched.page.goto(address);
    return watched;
  };
  /** Drops files on the page, as a mouse does. */
  const drop = (page: Page, ...texts: string[]) =>
    page.evaluate((files: string[]) => {
      const {
        DataTransfer: Transfer,
        File: DroppedFile,
        DragEvent: Drop,
        document: shown,
      } = globalThis as Json;
      const dataTransfer = new Transfer();
      for (const text of files) dataTransfer.items.add(new DroppedFile([text], 'proof.json'));
      shown
        .querySelector('h1')
        .dispatchEvent(new Drop('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, texts);
  const choose = (page: Page, text: string | Buffer) =>
    page.setInputFiles('#file', {
      name: 'proof.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  const verdictOf = async (page: Page) => {
    await page.click('form > .button');
    await page.waitForSelector('.verdict', { timeout: 60_000 });
    return [await page.textContent('.verdict'), await page.textContent('.check-result .note')];
  };

  it('verifies a proof that is dropped, from a disk, and asks only the addresses that the reader names', async () => {
    const { page, foreign, errors } = await open();
    await drop(page, JSON.stringify(document));
    await page.waitForSelector('[role=status]:has-text("Proof of round 2")');
    expect(await page.textContent('[role=status]')).toContain(hash);
    expect(foreign).toEqual([]);
    await page.fill('#node', node.url);
    await page.fill('#hash', hash);
    await page.fill('#beacon', beacon.url);
    const [verdict, said] = await verdictOf(page);
    expect(verdict).toBe('VERIFIED · twins: 1');
    expect(said).toContain('2 sources confirm its hash');
    expect(said).toMatch(/Twins: 1 of 1 other drawn giveaways .* the list of all announcements is proved/);
    expect(new Set(foreign.map((url) => new URL(url).origin))).toEqual(new Set([node.url, beacon.url]));
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('verifies a draw on a node, in German, from another origin', async () => {
    const text = await readFile(fileURLToPath(FILE));
    const origin = await startHttpServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(text),
    );
    const { page, errors } = await open({ locale: 'de-DE' }, `${origin.url}/`);
    await page.fill('#chain', '31337');
    await page.fill('#hub', chain.hub);
    await page.fill('#giveaway', `gwy_${carriedOver.slice(2)}`);
    await page.fill('#round', '1');
    await page.fill('#node', node.url);
    await page.fill('#beacon', beacon.url);
    const [verdict, said] = await verdictOf(page);
    expect(verdict).toBe('BESTÄTIGT · Zwillinge: 1');
    expect(said).toContain('Von einer Quelle gemeldet, nicht bewiesen');
    expect(errors).toEqual([]);
    await page.context().close();
    await origin.stop();
  });

  it.each([
    ['another winner', (changed: Json) => (changed.draw.passportId = '9'), 'outcome proof'],
    ['other entries', (changed: Json) => (changed.changes[0][4] += 1), 'history'],
    ['another hub', (changed: Json) => (changed.hub = `0x${'12'.repeat(20)}`), 'birth'],
  ])('refuses a proof with %s', async (_title, change, step) => {
    const changed = structuredClone(document);
    change(changed);
    const { page } = await open();
    await choose(page, JSON.stringify(changed));
    await page.fill('#node', node.url);
    await page.fill('#hash', hash);
    await page.fill('#beacon', beacon.url);
    const [verdict, said] = await verdictOf(page);
    expect(verdict).toMatch(/^NOT VERIFIED · twins: /);
    expect(said).toMatch(new RegExp(`These checks differ: .*\\b${step}\\b`));
    await page.context().close();
  });

  it('does not verify a proof that only one source confirms, and says what is missing', async () => {
    const { page } = await open();
    await choose(page, JSON.stringify(document));
    await page.fill('#beacon', beacon.url);
    await page.fill('#hash', hash);
    const [verdict, said] = await verdictOf(page);
    expect(verdict).toBe('NOT VERIFIED · twins: not searched');
    expect(said).toContain('A proof needs two sources of the hash of block');
    expect(said).toContain('Nobody searched for twins');
    await page.context().close();
  });

  it('refuses a proof of another draw than the one that the reader wrote down', async () => {
    const { page } = await open();
    await choose(page, JSON.stringify(document));
    await page.fill('#giveaway', `0x${'34'.repeat(32)}`);
    await page.fill('#beacon', beacon.url);
    await page.click('form > .button');
    await page.waitForSelector('.check-result .is-bad');
    expect(await page.textContent('.check-result')).toContain('The proof is of another draw');
    await page.context().close();
  });

  it.each([
    ['is no JSON', () => '<p>404</p>', 'The document is not JSON.'],
    ['consists of brackets', () => '['.repeat(20 * MEGABYTE), 'The document is too deep.'],
    ['is huge', () => Buffer.alloc(33 * MEGABYTE, 0x20), 'more than 32 MiB'],
    ['is empty', () => '', 'The document is not JSON.'],
    [
      'has other types',
      () => JSON.stringify({ ...document, changes: { length: 1e9 } }),
      'malformed value for changes',
    ],
    [
      'has another header',
      () => JSON.stringify({ ...document, state: { ...document.state, header: '0xc0' } }),
      'malformed',
    ],
  ])('refuses in words a file that %s, and keeps nothing of it', async (_title, make, message) => {
    const { page, errors } = await open();
    // The file before it was a proof.
    await choose(page, JSON.stringify(document));
    await page.waitForSelector('[role=status]:has-text("Proof of round")');
    const file = make();
    if (typeof file === 'string' && file.length < MEGABYTE) await choose(page, file);
    else
      await page.evaluate(
        ([size, letter]: [number, string]) => {
          const {
            DataTransfer: Transfer,
            File: DroppedFile,
            DragEvent: Drop,
            document: shown,
          } = globalThis as Json;
          const dataTransfer = new Transfer();
          dataTransfer.items.add(new DroppedFile([letter.repeat(size)], 'proof.json'));
          shown.body.dispatchEvent(new Drop('drop', { dataTransfer, bubbles: true, cancelable: true }));
        },
        [file.length, String.fromCharCode(Buffer.from(file.slice(0, 1))[0] ?? 0)] as [number, string],
      );
    await page.waitForSelector('[role=status].is-bad');
    expect(await page.textContent('[role=status]')).toContain(message);
    // The form asks for the draw again: there is no file.
    await page.fill('#node', node.url);
    expect(await page.evaluate('document.querySelector("form").checkValidity()')).toBe(false);
    expect(await page.inputValue('#file')).toBe('');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('takes one file at a time', async () => {
    const { page } = await open();
    await drop(page, 'one', 'other');
    await page.waitForSelector('[role=status].is-bad');
    expect(await page.textContent('[role=status]')).toBe('Drop one file at a time.');
    await page.context().close();
  });

  it.each([
    ['in English', {}],
    [
      'in German, in the dark and on a phone',
      { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    ],
  ] as const)('breaks no rule of axe, and fits its width, %s', async (_title, options) => {
    const { page, errors } = await open(options);
    await choose(page, JSON.stringify(document));
    await page.waitForSelector('[role=status]:not(:empty)');
    expect(await violationsOf(page)).toEqual([]);
    await page.fill('#hash', hash);
    await verdictOf(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('is used by the keyboard alone, and changes its language without losing what is filled in', async () => {
    const { page } = await open();
    // Before the first key: on a busy machine Chromium may open its own dialog when a test asks for the chooser late.
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.textContent('h1')).toBe('Eine Ziehung prüfen');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Deutsch');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await (
      await chooser
    ).setFiles({
      name: 'proof.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(document)),
    });
    await page.waitForSelector('[role=status]:has-text("Beweis von Runde 2")');
    await page.fill('#node', node.url);
    await page.click('.languages [lang=en]');
    expect(await page.textContent('[role=status]')).toContain('Proof of round 2');
    expect(await page.inputValue('#node')).toBe(node.url);
    await page.click('text=Remove the file');
    expect(await page.evaluate('document.activeElement.id')).toBe('file');
    expect(await page.isVisible('[role=status]')).toBe(false);
    await page.context().close();
  });
});
