import { toOneLine, toText } from '../../account-mails/mail-text.ts';
import { LANGUAGES, type Language } from '../../languages.ts';
import type { MailMessage } from '../../mail.ts';
import { NOTICE_TEXTS } from './texts.ts';

interface Notice {
  /** The provider's name; '' when it is not known. */
  readonly provider: string;
  readonly passportId: number;
  readonly ownerWallet: string;
  /** Null when none were issued. */
  readonly entries: number | null;
  /** '' without one. */
  readonly claimUrl: string;
  /** The language in which the entrant reads e-mails; undefined when it is not known. */
  readonly language: Language | undefined;
}

/**
 * Composes the e-mail about a new passport, as text and as HTML, in the language of the entrant; where it is not known, in all
 * languages one below the other. Texts of the provider are escaped.
 */
export function composeNotice(notice: Notice): Omit<MailMessage, 'id' | 'to'> {
  const languages = notice.language === undefined ? LANGUAGES : ([notice.language] as const);
  const [first] = languages;
  const parts = languages.map((language) => partOf(notice, language));
  const sections = parts.map(({ language, html }) => `<div lang="${language}">${html}</div>`);
  const subjects = languages.map((language) => NOTICE_TEXTS[language].subject(notice.passportId));
  return {
    subject: `${senderOf(notice, first)}: ${subjects.join(' / ')}`,
    text: parts.map(({ text }) => text).join(SEPARATOR),
    language: languages,
    html: `<!doctype html><html lang="${first}"><body>${sections.join('<hr>')}</body></html>`,
  };
}

const SEPARATOR = '\n* * *\n\n';

function partOf(notice: Notice, language: Language) {
  const { passportId, ownerWallet, entries, claimUrl } = notice;
  const texts = NOTICE_TEXTS[language];
  const paragraphs = [
    texts.what(senderOf(notice, language), passportId),
    ...(entries === null ? [] : [texts.entries(entries)]),
    texts.wallet(ownerWallet),
  ];
  const link = `<a href="${escape(claimUrl)}">${escape(claimUrl)}</a>`;
  const html = [
    ...paragraphs.map((line) => `<p>${escape(line)}</p>`),
    ...(claimUrl === '' ? [] : [`<p>${texts.claim}<br>${link}</p>`]),
    `<p>${texts.unexpected}</p>`,
  ];
  const claim = claimUrl === '' ? [] : [texts.claim, claimUrl];
  return { language, text: toText([...paragraphs, ...claim, texts.unexpected]), html: html.join('') };
}

const senderOf = ({ provider }: Notice, language: Language) =>
  toOneLine(provider) || NOTICE_TEXTS[language].someProvider;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
