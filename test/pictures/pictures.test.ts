import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { PURGES } from '../../src/adapters/postgres/purge/purge-statements.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { SET, upload } from './support/api.ts';
import { photo } from './support/images.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

let key: string;
let word: string;
let sent: ReturnType<typeof draft>;
let listing: Json;
beforeEach(async () => {
  key = await gateway.createKey();
  word = `w${randomUUID().replaceAll('-', '')}`;
  sent = draft({ platform: word });
  listing = (await gateway.publish(key, sent)).body.listing;
});

const jpeg = (seed = 1, width = 900, height = 600) => photo(width, height, seed).jpeg().toBuffer();
const uploaded = async (image: Uint8Array, token = key): Promise<Json> =>
  (await upload(gateway, token, image)).body.picture;
const set = async (picture: string | null, token = key): Promise<Json> =>
  (await gateway.graphql(SET, { input: { id: listing.id, picture } }, token)).body;
const file = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { headers, method });
const shownInFeed = async (): Promise<Json> => {
  const document = `query ($platforms: [String!]) {
    feed(filter: { platforms: $platforms }) { nodes { picture { id medium } } }
  }`;
  return (await gateway.graphql(document, { platforms: [word] })).body.data.feed.nodes[0]?.picture;
};

describe('A picture of a listing', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is made of a %s image', async (format) => {
    // Of AVIF, the default takes half a minute for noise.
    const encoded = format === 'avif' ? photo().avif({ effort: 0 }) : photo().toFormat(format);
    const image = await encoded.toBuffer();
    const { status, body } = await upload(gateway, key, image, `image/${format}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { picture: expect.objectContaining({ width: 900, height: 600 }) },
    });
    const { errors, data } = await set(body.picture.id);
    expect(errors).toBeUndefined();
    expect(data.setListingPicture.listing.picture).toEqual(body.picture);
    for (const [size, side] of Object.entries({ small: 320, medium: 640, large: 900 })) {
      const response = await file(body.picture[size]);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ width, height }).toEqual({ width: side, height: Math.round((side * 2) / 3) });
    }
  });

  it('has no metadata of the image, and its orientation', async () => {
    const withPlace = photo(90, 60).jpeg();
    const exif = {
      IFD0: { Artist: 'A. Person' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    };
    const image = await withPlace.withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(image).metadata()).orientation).toBe(6);
    const picture = await uploaded(image);
    expect({ width: picture.width, height: picture.height }).toEqual({ width: 60, height: 90 });
    await set(picture.id);
    const stored = Buffer.from(await (await file(picture.large)).arrayBuffer());
    const { exif: left, icc, xmp, orientation } = await sharp(stored).metadata();
    expect({ left, icc, xmp, orientation }).toEqual({});
  });

  it('is the same for the same image, and for another publisher a copy of its own', async () => {
    const image = await jpeg(2);
    const { id } = await uploaded(image);
    expect((await uploaded(image)).id).toBe(id);
    expect((await uploaded(image, await gateway.createKey())).id).toBe(id);
    expect((await uploaded(await jpeg(3))).id).not.toBe(id);
  });

  it('is shown by the feed and the listing, and stays when it is published again', async () => {
    const { id, medium } = await uploaded(await jpeg(4));
    expect(await shownInFeed()).toBeNull();
    await set(id);
    expect(await shownInFeed()).toEqual({ id, medium });
    await gateway.publish(key, { ...sent, title: 'Another title' });
    expect(await shownInFeed()).toEqual({ id, medium });
    const { body } = await gateway.graphql('query ($id: ID!) { listing(id: $id) { title picture { id } } }', {
      id: listing.id,
    });
    expect(body.data.listing).toEqual({ title: 'Another title', picture: { id } });
    const again = await set(id);
    expect(again.data.setListingPicture.listing.updatedAt > listing.updatedAt).toBe(true);
    expect((await set(null)).data.setListingPicture.listing.picture).toBeNull();
    expect(await eventually(shownInFeed, (shown) => shown === null)).toBeNull();
  });

  it('is the image of its entry in the JSON feed, which else names that of its publisher', async () => {
    const image = async () => {
      const response = await fetch(`${gateway.url}/feed.json?platforms=${word}`);
      return ((await response.json()) as Json).items[0].image;
    };
    await gateway.publish(key, { ...sent, image: 'https://publisher.example/a.png' });
    expect(await eventually(image, Boolean)).toBe('https://publisher.example/a.png');
    const { id, large } = await uploaded(await jpeg(10));
    await set(id);
    const shown = await eventually(image, (each) => String(each).includes('/pictures/'));
    expect(shown).toBe(`http://localhost:4000${large}`);
  });

  it('leaves what interface A returns as it was', async () => {
    const before = Object.keys(listing);
    await set((await uploaded(await jpeg(5))).id);
    const { body } = await gateway.publish(key, sent);
    expect(Object.keys(body.listing)).toEqual(before);
    expect(body.listing.image).toBe(listing.image);
  });

  it('is kept by browsers for ever, and asked for by its ETag', async () => {
    const { id, small } = await uploaded(await jpeg(6));
    await set(id);
    const first = await file(small);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=600, immutable');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = first.headers.get('etag') ?? '';
    const again = await file(small, { 'if-none-match': `"other", ${etag}` });
    expect({ status: again.status, length: (await again.arrayBuffer()).byteLength }).toEqual({
      status: 304,
      length: 0,
    });
    const head = await file(small, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String((await first.arrayBuffer()).byteLength));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it('is nobody else’s before its listing is published, and after it was withdrawn', async () => {
    const session = await gateway.signIn();
    const account = await gateway.graphql(
      'mutation { createApiKey(input: { name: "a", scopes: ["giveaways:publish"] }) { secret } }',
      {},
      session,
    );
    const own = account.body.data.createApiKey.secret;
    const { id, large } = await uploaded(await jpeg(7), own);
    const asOwner = () => file(large, { authorization: `Bearer ${session}` });
    expect((await file(large)).status).toBe(404);
    expect((await file(large, { authorization: `Bearer ${key}` })).status).toBe(404);
    const seen = await asOwner();
    expect({ status: seen.status, caching: seen.headers.get('cache-control') }).toEqual({
      status: 200,
      caching: 'private, no-store',
    });
    const { body } = await gateway.publish(own, sent);
    await gateway.graphql(SET, { input: { id: body.listing.id, picture: id } }, own);
    await gateway.graphql(
      'mutation ($id: ID!) { withdrawListing(input: { id: $id }) { status } }',
      body.listing,
      own,
    );
    expect((await file(large)).status).toBe(404);
    expect((await asOwner()).status).toBe(200);
  });

  it('is deleted a day after no listing has it', async () => {
    const [kept, dropped] = [await uploaded(await jpeg(8)), await uploaded(await jpeg(9))];
    await set(kept.id);
    const statement = PURGES.find(({ name }) => name === 'purge-pictures');
    const left = () =>
      gateway.onDatabase(async (em, sql) => {
        if (statement) await sql.query(statement, [statement.batch]);
        const rows = await em.execute<{ readonly id: string }[]>('select id from picture');
        return [kept, dropped].map(({ id }) => rows.some((row) => row.id === id));
      });
    expect(await left()).toEqual([true, true]);
    await gateway.onDatabase((em) => em.execute(`update picture set kept_at = now() - interval '25 hours'`));
    expect(await left()).toEqual([true, false]);
  });
});
