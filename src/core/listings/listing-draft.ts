import { z } from 'zod';
import { optionalLabel, optionalUrl, requiredLabel, requiredText, requiredUrl } from '../values/text.ts';
import { UNSTATED_TEXTS } from './facts/unstated-texts.ts';

const END_DATE_MESSAGE = 'must be a real instant written YYYY-MM-DDTHH:MM:SSZ (UTC, with seconds).';

/** Parses YYYY-MM-DDTHH:MM:SSZ; undefined when the text is not such an instant of the years 1 to 9999. */
export function readInstant(value: string): Date | undefined {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)) return undefined;
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return undefined;
  return instant.toISOString() === value.replace('Z', '.000Z') ? instant : undefined;
}

function optionalEndDate(read: (value: string) => Date | undefined, message: string) {
  return z
    .string({ error: message })
    .nullish()
    .transform((value, context) => {
      const text = value?.trim() ?? '';
      if (text === '') return null;
      const instant = read(text);
      if (instant === undefined) context.addIssue({ code: 'custom', message });
      return instant ?? null;
    })
    .meta({ default: null });
}

/** A publisher's stable ID of a giveaway: 1 to 200 code points (interface 2.1). */
export const sourceExternalId = requiredText(200).meta({
  description: 'Your stable ID of the giveaway, the same in every update.',
  examples: ['summer-2027'],
});

/** The texts of a listing, in display order. Everything that stores or shows a listing derives its fields from this list. */
const texts = {
  title: requiredLabel(160).describe('The public title.'),
  description: requiredLabel(4000).describe('States entry costs, eligibility and conditions.'),
  landingUrl: requiredUrl().describe('The absolute http:// or https:// URL of the entry page.'),
  provider: optionalLabel(120, UNSTATED_TEXTS.provider).describe('The name of the organiser.'),
  image: optionalUrl().describe('The absolute http:// or https:// URL of a public image; empty without one.'),
  platform: optionalLabel(80, 'all').describe('The platform that the giveaway belongs to.'),
  worth: optionalLabel(40, 'N/A').describe('The worth, for display.'),
  instructions: optionalLabel(4000, UNSTATED_TEXTS.instructions).describe('How to enter.'),
};
export type ListingText = keyof typeof texts;
/** The names of the texts of a listing. */
export const LISTING_TEXTS = Object.keys(texts) as readonly ListingText[];

const NOT_AN_OBJECT = 'The body must be a JSON object with the fields of a listing.';

/** The input of a listing (interface 2.1); unknown members are ignored. */
export const listingDraft = z.object(
  {
    sourceExternalId,
    ...texts,
    endDate: optionalEndDate(readInstant, END_DATE_MESSAGE).meta({
      description: 'When it ends, written YYYY-MM-DDTHH:MM:SSZ (UTC); omitted if no end is known.',
      pattern: '^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)?$',
      examples: ['2027-01-31T18:00:00Z'],
    }),
  },
  { error: NOT_AN_OBJECT },
);
export type ListingDraft = Readonly<z.output<typeof listingDraft>>;

const { landingUrl, provider: _provider, ...sameTexts } = texts;

/** The input of the legacy endpoint, with its own member names; endDate may also be written YYYY-MM-DD HH:MM:SS (UTC). */
export const legacyListingDraft = z
  .object(
    {
      externalId: sourceExternalId,
      ...sameTexts,
      url: landingUrl,
      endDate: optionalEndDate(
        (value) => readInstant(value) ?? readInstant(value.replace(/^(\S{10}) (\S{8})$/, '$1T$2Z')),
        `${END_DATE_MESSAGE.slice(0, -1)}, or YYYY-MM-DD HH:MM:SS (UTC).`,
      ).meta({
        description: 'When it ends (UTC), written YYYY-MM-DDTHH:MM:SSZ or YYYY-MM-DD HH:MM:SS.',
        pattern: '^(\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}Z| \\d{2}:\\d{2}:\\d{2}))?$',
        examples: ['2027-01-31 18:00:00'],
      }),
    },
    { error: NOT_AN_OBJECT },
  )
  .transform(({ externalId, url, ...rest }): ListingDraft => ({
    ...rest,
    sourceExternalId: externalId,
    landingUrl: url,
    provider: UNSTATED_TEXTS.provider,
  }));

/** Only the texts of a listing, in display order. */
export function textsOf(listing: Readonly<Record<ListingText, string>>): Record<ListingText, string> {
  const chosen = {} as Record<ListingText, string>;
  // Publishing is a hot path, and a loop is twice as fast as Object.fromEntries.
  for (const name of LISTING_TEXTS) chosen[name] = listing[name];
  return chosen;
}
