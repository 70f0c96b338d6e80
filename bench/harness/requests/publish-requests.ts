import { postJson } from './request.ts';

/** The number of listings that a publisher updates in the row. */
export const LISTINGS = 2_000;
const VARIANTS = 2;
const PREFIX = 'bench-';
export const LISTING_PATTERN = `${PREFIX}%`;

/** Posts of many listings in turn, changed every time; the bytes are made before the load starts. */
export function createPublishRequests(key: string): () => Buffer {
  const requests = Array.from({ length: LISTINGS * VARIANTS }, (_, index) => publishRequest(key, index));
  let index = 0;
  return () => requests[index++ % requests.length] as Buffer;
}

/** A post of the listing of that number, in one of its variants. */
export function publishRequest(key: string, index: number): Buffer {
  const number = index % LISTINGS;
  const sourceExternalId = `${PREFIX}${String(number).padStart(6, '0')}`;
  const body = JSON.stringify({
    sourceExternalId,
    title: `Weekend draw: Tidewalker Deluxe key, part ${Math.floor(index / LISTINGS) + 1}`,
    description:
      'Three keys for our new game. Free to enter, one entry a person, open worldwide, 16+. ' +
      'Each newsletter sign-up counts as one entry; winners are drawn live on the last day.',
    landingUrl: `https://play.example/giveaways/${sourceExternalId}`,
    provider: 'Pixel Harbor',
    image: `https://play.example/images/${sourceExternalId}.webp`,
    platform: 'steam',
    worth: '$19.99',
    instructions: "Open the publisher's entry page and follow the steps shown there.",
    endDate: '2036-12-31T23:59:59Z',
  });
  return postJson('/api/v1/giveaways', body, { accept: 'application/json', authorization: `Bearer ${key}` });
}
