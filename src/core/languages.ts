/** The languages of the site and of e-mails, as they stand in `lang`; the first is the default. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag (RFC 5646) such as `de-AT`; the default without one, and for a language without texts. */
export function toLanguage(tag: string | null | undefined): Language {
  const primary = tag?.split('-', 1)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? LANGUAGES[0];
}
