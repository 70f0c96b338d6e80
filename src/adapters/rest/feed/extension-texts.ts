import { LISTING_TEXTS, type ListingText } from '../../../core/listings/listing-draft.ts';

// JSON Feed has standard members for these.
const STANDARD: ReadonlySet<ListingText> = new Set([
  'title',
  'description',
  'landingUrl',
  'provider',
  'image',
]);

/** The texts of a listing that the JSON feed shows in its extension. */
export const EXTENSION_TEXTS = LISTING_TEXTS.filter((name) => !STANDARD.has(name));
