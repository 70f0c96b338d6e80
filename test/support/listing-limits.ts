/** How many characters each text of a listing may have. */
export const LIMITS = {
  sourceExternalId: 200,
  title: 160,
  description: 4_000,
  landingUrl: 2_048,
  provider: 120,
  image: 2_048,
  platform: 80,
  worth: 40,
  instructions: 4_000,
};
/** The values of optional texts that are left out. */
export const DEFAULT_TEXTS = {
  provider: 'Independent publisher',
  image: '',
  platform: 'all',
  worth: 'N/A',
  instructions: "Open the publisher's entry page and follow the steps shown there.",
};
export const REQUIRED = ['sourceExternalId', 'title', 'description', 'landingUrl'];

/** A text of exactly so many code points; of a URL the start is one. */
export function textOf(field: string, length: number, character: string): string {
  const start = /url|image/i.test(field) ? 'https://publisher.example.com/' : '';
  return start + character.repeat(length - start.length);
}
