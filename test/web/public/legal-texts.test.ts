import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLegalTexts } from '../../../src/adapters/web/legal-texts.ts';
import { runAsOperator } from '../../cli/run-cli.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { getPage, linksOf, textOf } from '../support/site.ts';

const TEXTS = {
  'imprint.en.md':
    '# Who we are\n\n## Address\n\nOne *Street*\n\nTwo  \nlines\\\nof an address\n\n- [Mail](mailto:us@example.com)\n',
  'imprint.de.md': '# Wer wir sind\n\nEine Straße',
  'privacy.de.md': 'Wir speichern\nnichts.\n\n# Fragen\n\n## Mehr',
  'terms.en.md':
    '<script>alert(1)</script>\n\n[go](javascript:alert(2)) ![x](https://example.com/x.png)\n\n<b onclick="x()">bold</b>',
  'imprint.md': 'not read',
} as const;

let folder: string;
let gateway: Gateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legal-'));
  for (const [file, text] of Object.entries(TEXTS)) await writeFile(join(folder, file), text);
  gateway = await startGateway({ LEGAL_TEXTS: folder });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true });
});

const show = async (path: string) => textOf(await getPage(gateway.url, path));

describe('The legal texts of an operator', () => {
  it('have links in the footer of every page, in its language, when they exist', async () => {
    const english = await show('/developers');
    expect(linksOf(english, /^(?:Imprint|Privacy|Terms|Contact)$/)).toEqual([
      '/legal/imprint',
      '/legal/privacy',
      '/legal/terms',
    ]);
    expect(linksOf(await show('/?lang=de'), /^(?:Impressum|Datenschutz|Kontakt)$/)).toEqual([
      '/legal/imprint?lang=de',
      '/legal/privacy?lang=de',
    ]);
    expect((await getPage(gateway.url, '/legal/contact')).status).toBe(404);
    expect((await getPage(gateway.url, '/legal/constructor')).status).toBe(404);
  });

  it('are pages with headings below that of the page, and with links', async () => {
    const page = await show('/legal/imprint');
    expect(page).toContain('<h1>Who we are</h1>');
    expect(page).toContain('<h2>Address</h2>');
    expect(page).toContain('<p>One <em>Street</em></p>');
    expect(page).toContain('<p>Two<br />\nlines<br />\nof an address</p>');
    expect(page).toContain('<a href="mailto:us@example.com">Mail</a>');
    expect(await show('/legal/imprint?lang=de')).toContain('<h1>Wer wir sind</h1>');
  });

  it('are shown in another language, and named as such, when they have none in that of the page', async () => {
    const page = await show('/legal/privacy');
    expect(page).toContain('<article class="legal" lang="de"><h1 lang="en">Privacy</h1>');
    // One line of the page: it breaks by its width, wherever the file breaks.
    expect(page).toContain('<p>Wir speichern\nnichts.</p>');
    expect(page).toMatch(/<h2>Fragen<\/h2>\s*<h3>Mehr<\/h3>/);
  });

  it('show markup as it is written, and have no links to scripts and no pictures', async () => {
    const [, article = ''] = /<article(.*)<\/article>/s.exec(await show('/legal/terms')) ?? [];
    expect(article).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(article).toContain('&lt;b onclick=&quot;x()&quot;&gt;');
    expect(article).not.toMatch(/<(?:script|b|img)\b|href="javascript/);
  });

  it('refuse the start when they are too long, no files or not UTF-8', async () => {
    const file = async (text: string | Uint8Array) => {
      const wrong = await mkdtemp(join(folder, 'wrong-'));
      await writeFile(join(wrong, 'terms.en.md'), text);
      return wrong;
    };
    await expect(readLegalTexts(await file('x'.repeat(65_537)))).rejects.toThrow('terms.en.md is longer');
    await expect(readLegalTexts(await file(Uint8Array.of(0x61, 0xff)))).rejects.toThrow('is not UTF-8');
    const directory = await mkdtemp(join(folder, 'wrong-'));
    await mkdir(join(directory, 'terms.en.md'));
    await expect(readLegalTexts(directory)).rejects.toThrow('is not a file');
    await expect(startGateway({ LEGAL_TEXTS: join(folder, 'none') })).rejects.toThrow(
      'LEGAL_TEXTS does not work',
    );
    expect((await readLegalTexts(await file('x'.repeat(65_536)))).missing).not.toContain('terms');
  });

  it('are findings of the doctor in production when they are missing', async () => {
    const production = await startGateway({
      NODE_ENV: 'production',
      LEGAL_TEXTS: folder,
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    try {
      const { json } = await runAsOperator(production, ['doctor', '--json']);
      expect(json.findings).toContainEqual(
        'The site has no contact: put contact.en.md into the folder of LEGAL_TEXTS.',
      );
      expect(json.findings).toContainEqual(expect.stringContaining('no texts of the site: imprint.md'));
    } finally {
      await production.stop();
    }
  });
});
