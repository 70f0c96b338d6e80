import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createImageFetches } from '../../src/adapters/pictures/fetch-image.ts';
import { createImageDecoder } from '../../src/adapters/pictures/decode-image.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { fetchImages, type FetchOutcome } from '../../src/core/pictures/fetch-images.ts';
import { ids } from '../../src/runtime/ids.ts';
import { startNameServer } from '../support/dns/name-server.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { SET, upload } from './support/api.ts';
import { photo } from './support/images.ts';
import { startHttpServer } from '../support/http/http-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const names = sharedByTests(startNameServer);
/** Undefined: the host does not answer. */
let respond: (path: string) =>
  | {
      readonly status: number;
      readonly body?: Uint8Array;
      readonly location?: string;
      /** Whether the connection ends before the response does. */
      readonly breaksOff?: boolean;
    }
  | undefined;
let requests: string[];
const host = sharedByTests(() =>
  startHttpServer(({ url = '' }, response) => {
    requests.push(url);
    const answer = respond(url);
    if (answer === undefined) return;
    const { status, body = Buffer.alloc(0), location, breaksOff } = answer;
    response.writeHead(status, { 'content-type': 'image/jpeg', ...(location && { location }) });
    if (breaksOff) response.write(body, () => response.destroy());
    else response.end(body);
  }),
);
const gateway = sharedByTests(startGateway);
beforeAll(() => void names.zone.set('images.example.org', { A: ['127.0.0.1'] }));
beforeEach(async () => {
  requests = [];
  await gateway.onDatabase((em) => em.execute(`update listing set status = 'withdrawn'`));
});

let picture: Buffer;
beforeAll(async () => {
  picture = await photo(100, 80).jpeg().toBuffer();
});

/** Runs the job once, on the gateway's database. */
async function run({
  allowPrivate = true,
  imageDecoder = createImageDecoder(),
  pictureSpace = { ofPublisher: 1e9, inAll: 1e9 },
  stopping = new AbortController().signal,
} = {}) {
  const outcomes: FetchOutcome[] = [];
  const end = await gateway.onDatabase(async (em) => {
    const { pictures, imageFetchStore } = createStores({ em: () => em.fork() }, ids);
    const ports = {
      feedChanges: { announce: () => undefined },
      imageDecoder,
      imageFetches: createImageFetches({ servers: [names.address], allowPrivate, timeoutMs: 1_000 }),
      imageFetchStore,
      pictures,
      pictureSpace,
    };
    return (
      await fetchImages(ports, {
        turn: { after: '' },
        isOver: () => false,
        stopping,
        note: (outcome) => outcomes.push(outcome),
      })
    ).end;
  });
  return { end, outcomes };
}
const publish = async (key: string, image: string): Promise<Json> =>
  (await gateway.publish(key, draft({ sourceExternalId: 'one', image }))).body.listing;
const at = (path: string) => `http://images.example.org:${host.port}/${path}`;
const shown = async (id: string): Promise<Json> => {
  const document =
    'query ($id: ID!) { myListing(id: $id) { picture { width height } own { imageFailure } } }';
  const { body } = await gateway.graphql(document, { id }, key);
  const { picture: found, own } = body.data.myListing;
  return { picture: found, failure: own.imageFailure };
};
const nextAttempt = () =>
  gateway.onDatabase((em) => em.execute('update image_fetch set next_at = now() where next_at is not null'));

let key: string;
beforeEach(async () => {
  key = await gateway.createKey();
});

describe('The image of a listing', () => {
  it('is fetched once, and again when the listing names another one', async () => {
    respond = () => ({ status: 200, body: picture });
    const { id } = await publish(key, at('a.jpg'));
    expect(await shown(id)).toEqual({ picture: null, failure: null });
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
    expect(await shown(id)).toEqual({ picture: { width: 100, height: 80 }, failure: null });
    await publish(key, at('a.jpg'));
    expect(await run()).toEqual({ end: 'done', outcomes: [] });
    await publish(key, at('b.jpg'));
    expect(await shown(id)).toEqual({ picture: null, failure: null });
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
    expect(requests).toEqual(['/a.jpg', '/b.jpg']);
    expect(names.queries).toContain('images.example.org');
  });

  it('is not fetched when the publisher has sent a picture, or the listing is not public', async () => {
    respond = () => ({ status: 200, body: picture });
    const { id } = await publish(key, at('a.jpg'));
    const { body } = await upload(gateway, key, picture);
    await gateway.graphql(SET, { input: { id, picture: body.picture.id } }, key);
    const other = await gateway.createKey();
    await publish(other, at('b.jpg'));
    await gateway.withdraw(other, 'one');
    expect(await run()).toEqual({ end: 'done', outcomes: [] });
    expect(requests).toEqual([]);
  });

  it.each([
    ['is missing', { status: 404 }, 'HTTP_404'],
    ['is elsewhere', { status: 302, location: 'http://127.0.0.1/' }, 'HTTP_302'],
    ['is a page', { status: 200, body: Buffer.from('<html>') }, 'IMAGE_FORMAT'],
    ['has more than 10 MB', { status: 200, body: Buffer.alloc(10_485_761) }, 'TOO_MANY_BYTES'],
  ])('an image that %s is given up at once, and the publisher sees why', async (_what, answer, failure) => {
    respond = () => answer;
    const { id } = await publish(key, at('a.jpg'));
    expect(await run()).toEqual({ end: 'done', outcomes: ['given_up'] });
    await nextAttempt();
    expect(await run()).toEqual({ end: 'done', outcomes: [] });
    expect(await shown(id)).toEqual({ picture: null, failure });
    expect(requests).toEqual(['/a.jpg']);
  });

  it('an image whose host does not answer is tried three times in all', async () => {
    respond = () => ({ status: 503 });
    const { id } = await publish(key, at('a.jpg'));
    for (const outcome of ['failed', 'failed', 'given_up']) {
      expect(await run()).toEqual({ end: 'done', outcomes: [outcome] });
      expect(await run()).toEqual({ end: 'done', outcomes: [] });
      await nextAttempt();
    }
    expect(await run()).toEqual({ end: 'done', outcomes: [] });
    expect(requests).toHaveLength(3);
    expect(await shown(id)).toEqual({ picture: null, failure: 'HTTP_503' });
  });

  it('an image that breaks off is tried again, and is no broken one', async () => {
    respond = () => ({ status: 200, body: picture.subarray(0, picture.length / 2), breaksOff: true });
    const { id } = await publish(key, at('a.jpg'));
    expect(await run()).toEqual({ end: 'done', outcomes: ['failed'] });
    expect(await shown(id)).toEqual({ picture: null, failure: 'INCOMPLETE' });
    respond = () => ({ status: 200, body: picture });
    await nextAttempt();
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
  });

  it.each([
    ['a private address', 'PRIVATE_ADDRESS', () => 'http://127.0.0.1/a.jpg'],
    ['a name with a private address', 'PRIVATE_ADDRESS', () => at('a.jpg').replace(`:${host.port}`, '')],
    ['localhost', 'PRIVATE_ADDRESS', () => 'http://localhost/a.jpg'],
    ['another port than that of a web server', 'OTHER_PORT', () => at('a.jpg')],
  ])('an image at %s is never asked for', async (_what, failure, url) => {
    respond = () => ({ status: 200, body: picture });
    const { id } = await publish(key, url());
    expect(await run({ allowPrivate: false })).toEqual({ end: 'done', outcomes: ['given_up'] });
    expect(requests).toEqual([]);
    expect(await shown(id)).toEqual({ picture: null, failure });
  });

  it('is due again at once when the service stops while it is fetched, and that attempt does not count', async () => {
    const stop = new AbortController();
    respond = () => {
      stop.abort();
      return undefined;
    };
    await publish(key, at('a.jpg'));
    expect(await run({ stopping: stop.signal })).toEqual({ end: 'busy', outcomes: [] });
    respond = () => ({ status: 503 });
    for (const outcome of ['failed', 'failed', 'given_up']) {
      expect((await run()).outcomes).toEqual([outcome]);
      await nextAttempt();
    }
  });

  it('holds up no others while many images wait to be decoded, and is tried again', async () => {
    respond = () => ({ status: 200, body: picture });
    const { id } = await publish(key, at('a.jpg'));
    const imageDecoder = createImageDecoder(undefined, { cpuSeconds: 15, longestMs: 0 });
    expect(await run({ imageDecoder })).toEqual({ end: 'busy', outcomes: [] });
    await nextAttempt();
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
    expect(await shown(id)).toMatchObject({ picture: { width: 100 } });
  });

  it('is fetched once its publisher has space again, and not asked for before', async () => {
    respond = () => ({ status: 200, body: picture });
    const { id } = await publish(key, at('a.jpg'));
    const full = { pictureSpace: { ofPublisher: 10, inAll: 1e9 } };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await run(full)).toEqual({ end: 'done', outcomes: ['failed'] });
      await nextAttempt();
    }
    const taken = `insert into picture (publisher_id, id, bytes, small, medium, large)
      select publisher_id, 'other', 96, '', '', '' from listing where id = ?`;
    await gateway.onDatabase((em) => em.execute(taken, [id]));
    const tight = { pictureSpace: { ofPublisher: 100, inAll: 1e9 } };
    expect(await run(tight)).toEqual({ end: 'done', outcomes: ['failed'] });
    expect(requests).toHaveLength(3);
    expect(await shown(id)).toEqual({ picture: null, failure: 'PICTURE_SPACE_USED' });
    await nextAttempt();
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
    expect(await shown(id)).toMatchObject({ picture: { width: 100 }, failure: null });
  });

  it('waits while there is no space for pictures', async () => {
    respond = () => ({ status: 200, body: picture });
    await publish(key, at('a.jpg'));
    expect((await run({ pictureSpace: { ofPublisher: 1e9, inAll: 10 } })).end).toBe('stopped');
    await nextAttempt();
    expect(await run()).toEqual({ end: 'done', outcomes: ['fetched'] });
  });
});

it('An image that is due is taken by one of several instances', async () => {
  const key = await gateway.createKey();
  for (let each = 0; each < 20; each += 1)
    await gateway.publish(key, draft({ image: `https://images.example.org/${each}.jpg` }));
  const claimed = await gateway.onDatabase((em) => {
    const { imageFetchStore } = createStores({ em: () => em.fork() }, ids);
    return Promise.all(Array.from({ length: 4 }, () => imageFetchStore.claimDue(20, '')));
  });
  const taken = claimed.flat().map(({ listingId }) => listingId);
  expect([taken.length, new Set(taken).size]).toEqual([20, 20]);
});

it('Publishers take turns, so that many images of one delay nobody', async () => {
  const keys = await Promise.all(Array.from({ length: 7 }, () => gateway.createKey()));
  for (const [index, key] of keys.entries())
    for (let each = 0; each < (index === 0 ? 30 : 1); each += 1)
      await gateway.publish(key, draft({ image: `https://images.example.org/${index}/${each}.jpg` }));
  const claims = await gateway.onDatabase(async (em) => {
    const { imageFetchStore } = createStores({ em: () => em.fork() }, ids);
    const taken: string[][] = [];
    for (let after = '', count = 0; count < 5; count += 1) {
      const due = await imageFetchStore.claimDue(4, after);
      taken.push(due.map(({ url }) => url.split('/').at(-2) ?? '').toSorted());
      after =
        due.length < 4 ? '' : due.map(({ publisherId }) => publisherId).reduce((a, b) => (a > b ? a : b));
    }
    return taken;
  });
  expect(claims.slice(0, 2).flat().toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  expect(claims.slice(2).flat()).toEqual(Array.from({ length: claims.slice(2).flat().length }, () => '0'));
  expect(claims[2]).toHaveLength(4);
});

describe('The job of a gateway', () => {
  it('fetches images where the operator wants it, and counts them', async () => {
    respond = () => ({ status: 200, body: picture });
    const fetching = await startGateway({
      FETCH_IMAGES: 'on',
      DOMAIN_DNS_SERVERS: names.address,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    const { id } = (await fetching.publish(await fetching.createKey(), draft({ image: at('job.jpg') }))).body
      .listing;
    // The job's first run may have been before.
    await fetching.onDatabase((em) =>
      em
        .execute(`update pgboss.job_common set start_after = now() where name = 'fetch-images'`)
        .catch(() => undefined),
    );
    const read = async (): Promise<Json> =>
      (await fetching.graphql('query ($id: ID!) { listing(id: $id) { picture { width } } }', { id })).body
        .data.listing;
    expect(await eventually(read, ({ picture: found }) => found !== null, 90_000)).toEqual({
      picture: { width: 100 },
    });
    expect(await fetching.metrics()).toContain('giveaways_image_fetches_total{outcome="fetched"} 1');
    await fetching.stop();
  }, 120_000);
});
