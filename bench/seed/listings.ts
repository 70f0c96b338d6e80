import { createRandom, hex, pick } from './random.ts';
import { INSTRUCTIONS, OPENINGS, PLATFORMS, PRIZES, PROVIDERS, SENTENCES, WORTHS } from './words.ts';

export const LISTING_COUNT = 100_000;
export const PUBLISHER_COUNT = 2_000;

const DAY = 86_400_000;
const OLDEST_DAYS = 180;
const SHARE_WITH_IMAGE = 0.4;
const SHARE_WITH_END = 0.85;
const SHARE_VERIFIED = 0.3;
const SHARE_WITHDRAWN = 0.03;

export interface SeedPublisher {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: string;
}

export interface SeedListing {
  readonly id: string;
  readonly namespace: string;
  readonly publisherId: string;
  readonly sourceExternalId: string;
  readonly title: string;
  readonly description: string;
  readonly landingUrl: string;
  readonly provider: string;
  readonly image: string;
  readonly platform: string;
  readonly worth: string;
  readonly instructions: string;
  readonly endDate: string | null;
  readonly verified: boolean;
  readonly status: 'published' | 'withdrawn';
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The same publishers every time; dates count back from `base`. */
export function seedPublishers(base: Date): SeedPublisher[] {
  const random = createRandom(1);
  return Array.from({ length: PUBLISHER_COUNT }, () => {
    const at = base.getTime() - Math.floor((OLDEST_DAYS + random() * 300) * DAY);
    const account = `acc_${at.toString(16).padStart(12, '0')}${hex(random, 20)}`;
    return {
      id: `pub_${at.toString(16).padStart(12, '0')}${hex(random, 20)}`,
      namespace: `account:${account}`,
      createdAt: new Date(at).toISOString(),
    };
  });
}

/** The same listings every time; dates count from `base`. */
export function* seedListings(base: Date, publishers: readonly SeedPublisher[]): Generator<SeedListing> {
  const random = createRandom(2);
  for (let index = 0; index < LISTING_COUNT; index += 1) {
    yield seedListing(random, base, pick(random, publishers), index);
  }
}

function seedListing(random: () => number, base: Date, publisher: SeedPublisher, index: number): SeedListing {
  const createdAt = base.getTime() - Math.floor(random() * OLDEST_DAYS * DAY);
  const updatedAt = createdAt + Math.floor(random() ** 3 * (base.getTime() - createdAt));
  const sourceExternalId = `g-${100_000 + index}`;
  const site = `https://play${publisher.id.slice(-4)}.example`;
  const sentences = 1 + Math.floor(random() * 3);
  return {
    id: `lst_${createdAt.toString(16).padStart(12, '0')}${hex(random, 20)}`,
    namespace: publisher.namespace,
    publisherId: publisher.id,
    sourceExternalId,
    title: `${pick(random, OPENINGS)} ${pick(random, PRIZES)}`,
    description: Array.from({ length: sentences }, () => pick(random, SENTENCES)).join(' '),
    landingUrl: `${site}/${sourceExternalId}`,
    provider: pick(random, PROVIDERS),
    image: random() < SHARE_WITH_IMAGE ? `${site}/${sourceExternalId}.webp` : '',
    platform: pick(random, PLATFORMS),
    worth: pick(random, WORTHS),
    instructions: pick(random, INSTRUCTIONS),
    endDate: random() < SHARE_WITH_END ? endOfDay(base, random) : null,
    verified: random() < SHARE_VERIFIED,
    status: random() < SHARE_WITHDRAWN ? 'withdrawn' : 'published',
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

// Ends fall on midnight, so that no listing ends in the middle of a run.
function endOfDay(base: Date, random: () => number): string {
  const day = Math.floor(base.getTime() / DAY) + Math.floor(random() * 150) - 30;
  return new Date(day * DAY).toISOString();
}
