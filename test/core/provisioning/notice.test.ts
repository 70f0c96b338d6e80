import { describe, expect, it } from '@jest/globals';
import { composeNotice } from '../../../src/core/provisioning/notice/compose-notice.ts';

const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const NOTICE = {
  provider: 'Blue Harbour',
  passportId: 7,
  ownerWallet: OWNER,
  entries: null,
  claimUrl: '',
  language: 'en',
} as const;
const MARKUP = `<script>"&'</script>`;
const ESCAPED = '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;';

describe('The e-mail about a passport', () => {
  it('says who gave which passport to which wallet, as text and as HTML', () => {
    expect(composeNotice(NOTICE)).toEqual({
      subject: 'Blue Harbour: your passport 7',
      text: [
        'Blue Harbour has given you passport 7.',
        `It belongs to the wallet ${OWNER}.`,
        'If you do not know the sender, ignore this message.\n',
      ].join('\n\n'),
      html: [
        '<!doctype html><html lang="en"><body><div lang="en"><p>Blue Harbour has given you passport 7.</p>',
        `<p>It belongs to the wallet ${OWNER}.</p>`,
        '<p>If you do not know the sender, ignore this message.</p></div></body></html>',
      ].join(''),
      language: ['en'],
    });
  });

  it('is in German for whoever reads German', () => {
    const claimUrl = 'https://example.com/claim';
    const notice = composeNotice({ ...NOTICE, provider: '', entries: 2, claimUrl, language: 'de' });
    expect(notice).toMatchObject({
      subject: 'Ein Anbieter von Giveaways: Ihr Pass 7',
      text: [
        'Ein Anbieter von Giveaways hat Ihnen den Pass 7 gegeben.',
        'Er hat 2 Lose mehr in einem Giveaway.',
        `Er gehört zum Wallet ${OWNER}.`,
        'Um ihn zu beanspruchen, öffnen Sie diese Adresse:',
        claimUrl,
        'Wenn Sie den Absender nicht kennen, ignorieren Sie diese Nachricht.\n',
      ].join('\n\n'),
      language: ['de'],
    });
    expect(notice.html).toMatch(/^<!doctype html><html lang="de"><body><div lang="de">/);
  });

  it('has each language, one below the other, for somebody whose language is not known', () => {
    const claimUrl = 'https://example.com/claim';
    const [english, german] = (['en', 'de'] as const).map((language) =>
      composeNotice({ ...NOTICE, entries: 1, claimUrl, language }),
    );
    const both = composeNotice({ ...NOTICE, entries: 1, claimUrl, language: undefined });
    expect(both.subject).toBe('Blue Harbour: your passport 7 / Ihr Pass 7');
    expect(both.text).toBe(`${english?.text}\n* * *\n\n${german?.text}`);
    const bodyOf = (html: string | undefined) => /<body>(.*)<\/body>/.exec(html ?? '')?.[1];
    expect(bodyOf(both.html)).toBe(`${bodyOf(english?.html)}<hr>${bodyOf(german?.html)}`);
    expect(both.language).toEqual(['en', 'de']);
  });

  it.each([
    [1, '1 entry more'],
    [2, '2 entries more'],
  ])('tells of %i entries', (entries, told) => {
    const { text, html } = composeNotice({ ...NOTICE, entries });
    expect(text).toContain(told);
    expect(html).toContain(told);
  });

  it.each([
    ['CR LF', 'A\r\nBcc: x@example.com', 'A Bcc: x@example.com'],
    ['LF', 'A\nBcc: x@example.com', 'A Bcc: x@example.com'],
    ['two line ends and a body', 'A\r\n\r\nHello', 'A Hello'],
    ['U+2028 and U+2029', 'A\u2028B\u2029C', 'A B C'],
    ['other controls', '\u0000A\tB\u001b\u0085C\u007f', 'A B C'],
    ['nothing else', '\r\n', 'A giveaway provider'],
    ['nothing', '', 'A giveaway provider'],
  ])('stays in its lines where the name has %s', (_what, provider, shown) => {
    const { subject, text, html } = composeNotice({ ...NOTICE, provider });
    expect(subject).toBe(`${shown}: your passport 7`);
    expect(text.split('\n')[0]).toBe(`${shown} has given you passport 7.`);
    expect(html).toContain(`<p>${shown} has given you passport 7.</p>`);
  });

  it('is plain text wherever a provider wrote', () => {
    const { subject, text, html } = composeNotice({
      ...NOTICE,
      provider: MARKUP,
      ownerWallet: MARKUP,
      claimUrl: MARKUP,
    });
    expect(subject).toBe(`${MARKUP}: your passport 7`);
    expect(text.split(MARKUP)).toHaveLength(4);
    // The link has it twice.
    expect(html?.split(ESCAPED)).toHaveLength(5);
    expect(html?.replace(/<\/?(html|body|div|p|a|br)\b( (href|lang)="[^"<>]*")?>/g, '')).toMatch(
      /^<!doctype html>[^<>"']*$/,
    );
  });

  it('has the address to claim it at as text and as a link', () => {
    const claimUrl = `https://example.com/claim?code=1&name=it's`;
    const { text, html } = composeNotice({ ...NOTICE, claimUrl });
    expect(text.split('\n')).toContain(claimUrl);
    const shown = 'https://example.com/claim?code=1&amp;name=it&#39;s';
    expect(html).toContain(`<a href="${shown}">${shown}</a>`);
  });
});
