import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { childrenOf, parseXml, textOf, type Element } from '../../support/http/xml.ts';

export const HOME = 'https://giveaways.example.com/base';
export const FEEDS = ['/feed.json', '/feed.atom'] as const;

export let gateway: Gateway;
export let key: string;

/** Starts a gateway with a public address and a key of a publisher for a suite, and stops it. */
export function useDocumentsGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway({ PUBLIC_URL: HOME });
    key = await gateway.createKey();
  });
  afterAll(() => gateway.stop());
}

let platforms = 0;
/** A platform that no other test uses: a feed of this platform has the listings of one test alone. */
export const newPlatform = (): string => `platform-${(platforms += 1)}`;

export const publish = async (fields: Readonly<Record<string, unknown>>): Promise<Json> =>
  (await gateway.publish(key, draft(fields))).body.listing;

export const verify = (id: string): Promise<HttpResponse> =>
  gateway.graphql(
    'mutation ($id: ID!) { verifyListing(input: { id: $id }) { listing { verified } } }',
    { id },
    gateway.operatorToken,
  );

export const read = (path: string, headers = {}): Promise<HttpResponse> =>
  gateway.rest('GET', path, { headers });

/** The ids of the listings in a document of either kind, in order. */
export function idsOf({ headers, body, text }: HttpResponse): string[] {
  if (headers.get('content-type')?.startsWith('application/feed+json'))
    return body.items.map(({ id }: Json) => id);
  return entriesOf(text).map((entry) => String(textOf(entry, 'id')).replace(/^urn:giveaway:/, ''));
}

/** The address of the next page in a document of either kind. */
export function nextOf({ headers, body, text }: HttpResponse): string | undefined {
  if (headers.get('content-type')?.startsWith('application/feed+json')) return body.next_url;
  const links = childrenOf(parseXml(text), 'link');
  return links.find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'];
}

export function entriesOf(text: string): readonly Element[] {
  return childrenOf(parseXml(text), 'entry');
}

export function attributeOf(
  element: Element | undefined,
  child: string,
  attribute: string,
): string | undefined {
  return element && childrenOf(element, child)[0]?.attributes[attribute];
}
