import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Region } from 'sharp';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const MARGIN = 80;
const TITLES = [
  ['short', 'Win a bicycle'],
  ['of wide letters in one word', 'W'.repeat(160)],
  ['of many words', 'A long title with more words than fit. '.repeat(4)],
  ['Chinese', '夏季自行车抽奖活动'.repeat(17)],
  ['Arabic', 'رحلة لشخصين إلى البحر '.repeat(7)],
  ['of one wide ligature', '\ufdfd'.repeat(30)],
  ['of emoji', '🎁👩‍🚀'.repeat(30)],
  ['of markup', `<text x="0" data-otherwise="a">&amp;"'</g></svg>`],
  ['of joined marks', `a${'\u0301'.repeat(150)}`],
] as const;

const gateway = sharedByTests(() => startGateway({ RATE_LIMIT: 'off', RATE_LIMIT_ANONYMOUS: 'off' }));
let publisher: string;
const ids = new Map<string, string>();
beforeAll(async () => {
  const key = await gateway.createKey(newEmail());
  for (const [name, title] of TITLES)
    expect(
      await gateway.publish(key, {
        sourceExternalId: name,
        title,
        description: 'Free to enter.',
        landingUrl: 'https://publisher.example/summer',
        provider: title.slice(0, 60),
        worth: '900 €',
        endDate: '2031-08-31T22:00:00Z',
      }),
    ).toMatchObject({ status: 200 });
  const { body } = await gateway.graphql(
    '{ feed(first: 20) { nodes { id sourceExternalId publisher { id } } } }',
  );
  for (const { id, sourceExternalId } of body.data.feed.nodes) ids.set(sourceExternalId, id);
  publisher = body.data.feed.nodes[0].publisher.id;
});

/** The channels of a part of an image. */
const coloursOf = async (image: Buffer, part: Region) =>
  (await sharp(await sharp(image).extract(part).png().toBuffer()).stats()).channels.slice(0, 3);
const get = (path: string) => fetch(`${gateway.url}${path}`);

describe('the image of a shared link', () => {
  it.each([
    ['of the feed', () => '/', '/image.png'],
    ['of the pages for developers', () => '/developers', '/image.png'],
    ['of a publisher', () => `/publishers/${publisher}`, undefined],
    ['of a listing', () => `/listings/${ids.get('short')}`, undefined],
  ])('is named by the page %s', async (_page, path, image = `${path()}/image.png`) => {
    const html = await (await get(path())).text();
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(new URL(address).pathname).toBe(image);
    const response = await get(image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([1_200, 630]);
  });

  it.each(TITLES)('has room for a title %s', async (name, _title) => {
    const response = await get(`/listings/${ids.get(name)}/image.png`);
    expect(response.status).toBe(200);
    const image = Buffer.from(await response.arrayBuffer());
    const title = await coloursOf(image, { left: MARGIN, top: 150, width: 1_200 - 2 * MARGIN, height: 100 });
    expect(title[0]?.max).toBeGreaterThan(200);
    for (const left of [0, 1_200 - MARGIN + 8]) {
      const margin = await coloursOf(image, { left, top: 20, width: MARGIN - 8, height: 600 });
      expect(margin.map(({ min, max }) => max - min)).toEqual([0, 0, 0]);
    }
  });

  it.each(['/listings/lst_none/image.png', '/publishers/pub_none/image.png', '/giveaways/gwy_0/image.png'])(
    'is missing at %s',
    async (path) => expect((await get(path)).status).toBe(404),
  );
});
