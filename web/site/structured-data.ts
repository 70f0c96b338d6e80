import type { FactsFragment } from '../documents/generated.ts';
import type { Html } from './markup.ts';

/** What a page shows, in the words of schema.org (JSON-LD 1.1). */
export type StructuredData = Readonly<Record<string, unknown>>;

const CONTEXT = 'https://schema.org';

interface ShownEvent {
  readonly address: string;
  readonly name: string;
  readonly description: string;
  readonly organizer: string | undefined;
  /** ISO 8601. */
  readonly startsAt: string;
  /** ISO 8601; null without an end. */
  readonly endsAt: string | null;
  readonly facts?: FactsFragment['facts'];
  /** The address of a picture. */
  readonly image?: string | undefined;
}

/** A giveaway as an online event with a free offer. */
export function toEvent({
  address,
  name,
  description,
  organizer,
  startsAt,
  endsAt,
  facts,
  image,
}: ShownEvent): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'Event',
    name,
    description,
    ...(image !== undefined && { image }),
    url: address,
    startDate: startsAt,
    ...(endsAt !== null && { endDate: endsAt }),
    eventAttendanceMode: `${CONTEXT}/OnlineEventAttendanceMode`,
    eventStatus: `${CONTEXT}/EventScheduled`,
    location: { '@type': 'VirtualLocation', url: address },
    ...(organizer !== undefined && { organizer: { '@type': 'Organization', name: organizer } }),
    isAccessibleForFree: true,
    ...(facts?.minimumAge != null && { typicalAgeRange: `${facts.minimumAge}-` }),
    offers: {
      '@type': 'Offer',
      url: address,
      price: 0,
      priceCurrency: 'USD',
      availability: `${CONTEXT}/InStock`,
      validFrom: startsAt,
      ...(facts && facts.regions.length > 0 && { eligibleRegion: facts.regions }),
      ...(endsAt !== null && { validThrough: endsAt }),
    },
  };
}

/** A list of pages by their addresses. */
export function toItemList(addresses: readonly string[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListElement: addresses.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
  };
}

/** What may not stand in a script element as it is: `<` could end it, and JSON has these control characters unescaped. */
const UNSAFE = /[<\u007F-\u009F]/g;

/** The content of a script element. No text of a publisher can end the element. */
export function toScript(data: StructuredData): Html {
  return { __html: JSON.stringify(data).replaceAll(UNSAFE, toEscape) };
}

function toEscape(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
