/** The fields of a listing in the order of the form: the required ones first. */
export const LISTING_FIELDS = [
  { name: 'sourceExternalId', limit: 200, required: true },
  { name: 'title', limit: 160, required: true },
  { name: 'description', limit: 4_000, required: true, lines: 6 },
  { name: 'landingUrl', limit: 2_048, required: true, type: 'url' },
  { name: 'endDate', limit: 40 },
  { name: 'platform', limit: 80 },
  { name: 'provider', limit: 120 },
  { name: 'worth', limit: 40 },
  { name: 'image', limit: 2_048, type: 'url' },
  { name: 'instructions', limit: 4_000, lines: 4 },
] as const;
export const LISTING_FIELD_NAMES = LISTING_FIELDS.map(({ name }) => name);

/** The texts of the form as they were entered. */
export type EnteredListing = Readonly<Record<(typeof LISTING_FIELDS)[number]['name'], string>>;

const LOCAL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** The end as the API takes it: a date and a time without a zone are in UTC; other texts stay as they are. */
export function toInstant(entered: string): string {
  const [, minute, seconds = ':00'] = LOCAL.exec(entered.trim()) ?? [];
  return minute === undefined ? entered : `${minute}${seconds}Z`;
}

/** The end as an input of the type `datetime-local` takes it; undefined for a text that is no such instant. */
export function toLocal(entered: string): string | undefined {
  const text = toInstant(entered).replace(/(?:\.0+)?Z$/, '');
  const [, minute, seconds] = LOCAL.exec(text) ?? [];
  if (minute === undefined) return entered.trim() === '' ? '' : undefined;
  if (Number.isNaN(Date.parse(`${text}Z`))) return undefined;
  return seconds === ':00' ? minute : text;
}
