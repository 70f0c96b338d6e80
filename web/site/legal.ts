import MarkdownIt from 'markdown-it';
import type { LegalName, LegalTexts } from '../../src/adapters/ports/site.ts';
import { replaceControls } from './escape.ts';
import { LANGUAGES, type Language } from './language.ts';
import type { Html } from './markup.ts';

/** A legal text of the operator as a page shows it. */
export interface LegalText {
  readonly name: LegalName;
  /** The language of the text, which is another than the page's when the operator has none in that. */
  readonly language: Language;
  /** The first heading of the text, when it begins with one of the first level. */
  readonly title: string | undefined;
  readonly body: Html;
}

// The CSP allows pictures of the site only, and HTML of a text is shown as it is written.
const markdown = new MarkdownIt('commonmark', { html: false }).disable('image');

/** The legal texts for the pages of each language: those in the language, else those in another one. */
export function renderLegalTexts(texts: LegalTexts): Readonly<Record<Language, readonly LegalText[]>> {
  const rendered = LANGUAGES.flatMap((language) =>
    // The server knows no other names.
    (Object.keys(texts) as LegalName[]).flatMap((name) => {
      const text = texts[name]?.[language];
      return text === undefined ? [] : [{ name, language, ...render(text) }];
    }),
  );
  const forPages = (language: Language) =>
    (Object.keys(texts) as LegalName[]).flatMap((name) => {
      const same = rendered.filter((text) => text.name === name);
      return same.find((text) => text.language === language) ?? same[0] ?? [];
    });
  return { en: forPages('en'), de: forPages('de') };
}

/** The highest headings below that of the page have the second level. */
function render(text: string): Pick<LegalText, 'title' | 'body'> {
  const tokens = markdown.parse(text, {});
  const hasTitle = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  const content = hasTitle ? tokens.slice(3) : tokens;
  const headings = content.filter(({ type }) => type.startsWith('heading_'));
  const levels = headings.map(({ tag }) => Number(tag.slice(1)));
  const highest = Math.min(...levels);
  for (const [index, token] of headings.entries())
    token.tag = `h${Math.min(6, (levels[index] ?? 0) - highest + 2)}`;
  return {
    title: hasTitle ? tokens[1]?.content : undefined,
    body: { __html: replaceControls(markdown.renderer.render(content, markdown.options, {})) },
  };
}
