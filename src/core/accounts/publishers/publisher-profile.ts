import { z } from 'zod';
import { isWebUrl, NOT_IN_URL, optionalLabel, requiredText } from '../../values/text.ts';

export const NAME_CHARACTERS = 60;
export const TEXT_CHARACTERS = 500;
export const LINK_CHARACTERS = 200;
export const MAX_LINKS = 5;

/** What a publisher says of itself in public. */
export interface PublisherProfile {
  /** One line, as `toDisplayName` writes it; null without a name. */
  readonly name: string | null;
  /** Plain text; null without one. */
  readonly text: string | null;
  /** Absolute https URLs, each once. */
  readonly links: readonly string[];
}

export const NO_PROFILE: PublisherProfile = { name: null, text: null, links: [] };

const httpsUrl = requiredText(LINK_CHARACTERS).refine(
  (value) => /^https:/i.test(value) && isWebUrl(value),
  `must be an absolute https:// URL ${NOT_IN_URL}`,
);

/** The input of a profile; it replaces the whole profile, and what is left out is empty. */
export const publisherProfile = z.object({
  name: optionalLabel(NAME_CHARACTERS, null)
    .transform((name) => (name === null ? null : toDisplayName(name)))
    .meta({
      description: `The public name, up to ${NAME_CHARACTERS} characters on one line; without it, none.`,
    }),
  text: optionalLabel(TEXT_CHARACTERS, null).describe(
    `A short public text, up to ${TEXT_CHARACTERS} characters; without it, none.`,
  ),
  links: z
    .array(httpsUrl)
    .max(MAX_LINKS, `has too many links: send at most ${MAX_LINKS}.`)
    .nullish()
    .transform((links): readonly string[] => [...new Set(links)])
    .meta({
      description: `Up to ${MAX_LINKS} https:// URLs of up to ${LINK_CHARACTERS} characters each.`,
    }),
});

/**
 * A name in the one form that is stored: canonically composed (NFC), on one line, with single spaces. Characters that
 * only format, such as changes of the writing direction, are left out, except the two joiners that scripts and emoji
 * need. A character has at most three combining marks.
 */
export function toDisplayName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[^\P{Cf}\u200C\u200D]|(?![\n\t])\p{Cc}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
}
