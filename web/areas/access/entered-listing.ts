import type { FactsFragment, ListingFactsInput } from '../../documents/generated.ts';
import { replaceControls } from '../../site/escape.ts';
import { instantIn, UTC } from './zones.ts';

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
  { name: 'facts.kind', limit: 20, options: ['PRIZE', 'FREEBIE'] },
  { name: 'facts.allocation', limit: 20, options: ['DRAW', 'FIRST_COME'] },
  { name: 'facts.prizes', limit: 7, type: 'number', min: 1, max: 1_000_000 },
  { name: 'facts.regions', limit: 200 },
  { name: 'facts.minimumAge', limit: 3, type: 'number', min: 0, max: 120 },
] as const;
export const LISTING_FIELD_NAMES = LISTING_FIELDS.map(({ name }) => name);

/** Whether a field is a fact, which the legacy API does not have. */
export const isFact = (name: string) => name.startsWith('facts.');

/** The texts of the form as they were entered, and the zone of the end. */
export type EnteredListing = Readonly<Record<(typeof LISTING_FIELDS)[number]['name'] | 'endZone', string>>;

const LOCAL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** Texts of a form or of a listing as the form shows them: only a date and a time without a zone have another zone than UTC. */
export function toEntered(
  listing: Partial<Record<keyof EnteredListing, unknown>> & Partial<FactsFragment>,
): EnteredListing {
  const values = { ...listing, ...(listing.facts && toTexts(listing.facts)) };
  // Browsers send \r\n for a line break.
  const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');
  const entered = Object.fromEntries(LISTING_FIELD_NAMES.map((name) => [name, text(values[name])])) as Record<
    (typeof LISTING_FIELD_NAMES)[number],
    string
  >;
  const isInZone = entered.endDate.trim() === '' || LOCAL.test(entered.endDate.trim());
  return { ...entered, endZone: (isInZone && text(values.endZone)) || UTC };
}

/** What was entered, with the control characters of the listing, which a form cannot show, where nobody has changed a text. */
export function withControlsOf(entered: EnteredListing, listing: EnteredListing): EnteredListing {
  const names = Object.keys(entered) as (keyof EnteredListing)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      entered[name] === replaceControls(listing[name]) ? listing[name] : entered[name],
    ]),
  ) as EnteredListing;
}

function toTexts({ regions, minimumAge, prizes, kind, allocation }: FactsFragment['facts']) {
  return {
    'facts.regions': regions.join(' '),
    'facts.minimumAge': String(minimumAge ?? ''),
    'facts.prizes': String(prizes ?? ''),
    'facts.kind': kind ?? '',
    'facts.allocation': allocation ?? '',
  };
}

/** The facts as the API takes them: a number that is none is out of range, so that the API refuses it. */
export function toFacts(entered: EnteredListing): ListingFactsInput {
  const text = (name: keyof ListingFactsInput) => entered[`facts.${name}`].trim();
  const number = (name: 'minimumAge' | 'prizes') => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : -1);
  return {
    regions: text('regions')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
    ...(text('minimumAge') !== '' && { minimumAge: number('minimumAge') }),
    ...(text('prizes') !== '' && { prizes: number('prizes') }),
    // The API refuses other names.
    ...(text('kind') !== '' && { kind: text('kind') as NonNullable<ListingFactsInput['kind']> }),
    ...(text('allocation') !== '' && {
      allocation: text('allocation') as NonNullable<ListingFactsInput['allocation']>,
    }),
  };
}

/** The end as the API takes it: a date and a time are in the zone; other texts, and unknown zones, stay as they are. */
export function toInstant({ endDate, endZone }: Pick<EnteredListing, 'endDate' | 'endZone'>): string {
  const [, minute, seconds = ':00'] = LOCAL.exec(endDate.trim()) ?? [];
  if (minute === undefined) return endDate;
  if (endZone === UTC) return `${minute}${seconds}Z`;
  const instant = instantIn(endZone, `${minute}${seconds}`);
  return instant === undefined ? endDate : instant.toISOString().replace('.000Z', 'Z');
}

/** The end as an input of the type `datetime-local` takes it; undefined for a text that is no such instant. */
export function toLocal(entered: string): string | undefined {
  const text = toInstant({ endDate: entered, endZone: UTC }).replace(/(?:\.0+)?Z$/, '');
  const [, minute, seconds] = LOCAL.exec(text) ?? [];
  if (minute === undefined) return entered.trim() === '' ? '' : undefined;
  if (Number.isNaN(Date.parse(`${text}Z`))) return undefined;
  return seconds === ':00' ? minute : text;
}
