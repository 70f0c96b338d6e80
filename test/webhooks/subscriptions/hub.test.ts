import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { childrenOf, parseXml, textOf } from '../../support/http/xml.ts';
import { draft } from '../../support/listings.ts';
import { askHub, confirm, isHubSigned, startSubscriber, type Subscriber } from './subscriber.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOME = 'https://giveaways.example.com/base';
const SECRET = 'a secret of the reader, größer';

const subscriber = sharedByTests(startSubscriber);
const gateway = sharedByTests(() =>
  startGateway({ PUBLIC_URL: HOME, WEBHOOK_ALLOW_PRIVATE: 'true', TRUST_PROXY: '1' }),
);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

let platforms = 0;
/** The topic of a platform that no other test uses. */
function newTopic(path = '/feed.atom') {
  const platform = `websub-${(platforms += 1)}`;
  return { platform, topic: `${HOME}${path}?platforms=${platform}` };
}
let networks = 0;
const newNetwork = () => ({ 'x-forwarded-for': `198.18.${networks >> 8}.${networks++ & 255}` });
const ask = (mode: string, callback: string, topic: string, more: Readonly<Record<string, string>> = {}) =>
  askHub(gateway, { 'hub.mode': mode, 'hub.callback': callback, 'hub.topic': topic, ...more }, newNetwork());
const publish = async (platform: string, fields: object = {}): Promise<string> =>
  (await gateway.publish(key, draft({ platform, ...fields }))).body.listing.id;
const count = (statement: string): Promise<number> =>
  gateway.onDatabase(async (em) => Number((await em.execute<{ n: string }[]>(statement))[0]?.n));
const waiting = () => count('select count(*) as n from subscription_request');
const isSettled = () => eventually(waiting, (left) => left === 0, 20_000);

/** Subscribes a new callback, and waits until it has confirmed. */
async function subscribe(topic: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const callback = subscriber.callback();
  expect((await ask('subscribe', callback, topic, more)).status).toBe(202);
  await subscriber.until(callback, 'GET', 1);
  await isSettled();
  return callback;
}
/** Waits until a listing was sent to a callback that follows the platform from now on, so that earlier ones were sent too. */
async function flush(platform: string): Promise<string> {
  const callback = await subscribe(`${HOME}/feed.json?platforms=${platform}`);
  const id = await publish(platform);
  await subscriber.until(callback, 'POST', 1);
  return id;
}
/** The ids of the listings in the entries that a callback got. */
const idsTo = (callback: string) =>
  subscriber
    .requestsTo(callback, 'POST')
    .flatMap(({ body }) => childrenOf(parseXml(body), 'entry').map((entry) => textOf(entry, 'id')))
    .map((id) => String(id).replace('urn:giveaway:', ''));
/** Waits until a callback was sent so many entries, in one document or in several. */
const sentTo = (callback: string, entries: number) =>
  eventually(
    async () => idsTo(callback),
    (ids) => ids.length >= entries,
  );

describe('a feed with its filter', () => {
  const read = (path: string): Promise<HttpResponse> => gateway.rest('GET', path);
  const linksOf = ({ text }: HttpResponse) =>
    childrenOf(parseXml(text), 'link').map(({ attributes }) => [attributes['rel'], attributes['href']]);

  it('names its hub and itself in Atom, in JSON Feed and in the header Link', async () => {
    for (const path of ['/feed.atom?search=caf%C3%A9', '/feed.json?first=3']) {
      const response = await read(path);
      const again = await read(path);
      expect(response.headers.get('link')).toBe(`<${HOME}/websub>; rel="hub", <${HOME}${path}>; rel="self"`);
      expect(again.headers.get('link')).toBe(response.headers.get('link'));
      if (path.startsWith('/feed.json'))
        expect(response.body.hubs).toEqual([{ type: 'WebSub', url: `${HOME}/websub` }]);
      else expect(linksOf(response)).toContainEqual(['hub', `${HOME}/websub`]);
    }
  });

  it.each(['/feed.atom?last=2', '/feed.ics'])(
    'names no hub at %s, which gets no new entries',
    async (path) => {
      const { headers, text } = await read(path);
      expect(headers.get('link')).toBeNull();
      expect(text).not.toContain('/websub');
    },
  );
});

describe('the hub', () => {
  it('asks a callback, and sends it each new listing that matches once, signed, as the feed with this entry', async () => {
    const { platform, topic } = newTopic();
    const callback = subscriber.callback('?reader=7&hub.mode=x');
    const accepted = await ask('subscribe', callback, topic, {
      'hub.secret': SECRET,
      'hub.lease_seconds': '7200',
      'hub.unknown': 'ignored',
    });
    expect(accepted).toMatchObject({ status: 202, text: '' });
    const [question] = await subscriber.until(callback, 'GET', 1);
    expect([...(question?.parameters ?? [])]).toEqual([
      ['reader', '7'],
      ['hub.mode', 'x'],
      ['hub.mode', 'subscribe'],
      ['hub.topic', topic],
      ['hub.challenge', expect.stringMatching(/^[\w-]{40,}$/)],
      ['hub.lease_seconds', '7200'],
    ]);
    await isSettled();

    const source = draft({ platform, title: 'Ten <keys> & more' });
    const { body } = await gateway.publish(key, source);
    await gateway.publish(key, { ...source, title: 'Eleven keys' });
    await publish('elsewhere');
    const last = await flush(platform);

    const sent = await sentTo(callback, 2);
    expect(sent).toHaveLength(2);
    expect(new Set(sent)).toEqual(new Set([body.listing.id, last]));
    for (const got of subscriber.requestsTo(callback, 'POST')) {
      expect(got.headers).toMatchObject({
        'content-type': 'application/atom+xml; charset=utf-8',
        link: `<${HOME}/websub>; rel="hub", <${topic}>; rel="self"`,
      });
      expect(isHubSigned(SECRET, got)).toBe(true);
      expect(got.headers['webhook-signature']).toBeUndefined();
      expect(textOf(parseXml(got.body), 'id')).toBe(topic);
    }
  });

  it('sends JSON Feed, with the picture that the feed shows, and no signature without a secret', async () => {
    const { platform, topic: ofPlatform } = newTopic('/feed.json');
    const topic = `${ofPlatform}&regions=AT&age=18`;
    const callback = await subscribe(topic);
    const shown = { platform, image: 'https://img.example.com/a.png', endDate: '2090-01-01T00:00:00Z' };
    const input = { ...draft(shown), facts: { regions: ['DE', 'AT'], minimumAge: 16 } };
    const publishAt = (at: string) =>
      gateway.graphql(
        'mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { id } } }',
        { input: { ...input, platform: at } },
        key,
      );
    await publishAt(`before-${platform}`);
    const picture = `${'5f'.repeat(32)}-1280x853`;
    await gateway.onDatabase((em) => em.execute('update listing set uploaded_picture = ?', [picture]));
    const { body } = await publishAt(platform);
    const { id } = body.data.publishListing.listing;
    const [got] = await subscriber.until(callback, 'POST', 1);
    expect(got?.headers).toMatchObject({ 'content-type': 'application/feed+json; charset=utf-8' });
    expect(got?.headers['x-hub-signature']).toBeUndefined();
    const published = (await gateway.rest('GET', `/feed.json?platforms=${platform}`)).body;
    const sent = JSON.parse(got?.body ?? '');
    expect(sent.items).toEqual(published.items);
    const image = `${HOME}/pictures/${picture}/large.webp`;
    expect(sent).toMatchObject({ feed_url: topic, hubs: published.hubs, items: [{ id, image }] });
  });

  it.each([
    ['another text', () => ({ status: 200, body: 'hello' })],
    [
      'the challenge and more',
      ({ parameters }) => ({ status: 200, body: `${parameters.get('hub.challenge')}x` }),
    ],
    ['404', ({ parameters }) => ({ status: 404, body: parameters.get('hub.challenge') ?? '' })],
    ['302', ({ parameters }) => ({ status: 302, body: parameters.get('hub.challenge') ?? '' })],
  ] satisfies [string, Parameters<Subscriber['reply']>[1]][])(
    'asks a callback once that answers the challenge with %s, and sends it nothing',
    async (_answer, reply) => {
      const { platform, topic } = newTopic();
      const callback = subscriber.callback();
      subscriber.reply(callback, reply);
      expect((await ask('subscribe', callback, topic)).status).toBe(202);
      await subscriber.until(callback, 'GET', 1);
      await isSettled();
      await publish(platform);
      await flush(platform);
      expect(subscriber.requestsTo(callback, 'GET')).toHaveLength(1);
      expect(subscriber.requestsTo(callback, 'POST')).toEqual([]);
    },
    60_000,
  );

  it('renews with another secret, and sends no listing again', async () => {
    const { platform, topic } = newTopic();
    const callback = await subscribe(topic, { 'hub.secret': SECRET });
    const first = await publish(platform);
    await subscriber.until(callback, 'POST', 1);
    await ask('subscribe', callback, topic, { 'hub.secret': 'another' });
    await subscriber.until(callback, 'GET', 2);
    await isSettled();
    await ask('unsubscribe', callback, topic);
    await subscriber.until(callback, 'GET', 3);
    await isSettled();
    await ask('subscribe', callback, topic, { 'hub.secret': 'another' });
    await subscriber.until(callback, 'GET', 4);
    await isSettled();
    await gateway.onDatabase((em) =>
      em.execute(`update listing set status = 'withdrawn' where id = ?`, [first]),
    );
    await gateway.onDatabase((em) =>
      em.execute(`update listing set status = 'published' where id = ?`, [first]),
    );
    const second = await publish(platform);
    const [, got] = await subscriber.until(callback, 'POST', 2);
    expect(isHubSigned('another', got!)).toBe(true);
    expect(idsTo(callback)).toEqual([first, second]);
  });

  it('ends a subscription whose callback confirms the end, and no other', async () => {
    const { platform, topic } = newTopic();
    const [ended, kept] = [await subscribe(topic), await subscribe(topic)];
    subscriber.reply(kept, (got) => (got.method === 'GET' ? { status: 404 } : confirm(got)));
    for (const callback of [ended, kept]) {
      expect((await ask('unsubscribe', callback, topic)).status).toBe(202);
      const [, question] = await subscriber.until(callback, 'GET', 2);
      expect(question?.parameters.get('hub.mode')).toBe('unsubscribe');
      expect(question?.parameters.has('hub.lease_seconds')).toBe(false);
    }
    await isSettled();
    const id = await publish(platform);
    await flush(platform);
    expect(await sentTo(kept, 2)).toContain(id);
    expect(subscriber.requestsTo(ended, 'POST')).toEqual([]);
  });

  it('calls nobody for the end of what is no subscription', async () => {
    const callback = subscriber.callback();
    expect((await ask('unsubscribe', callback, newTopic().topic)).status).toBe(202);
    expect(await waiting()).toBe(0);
    expect(subscriber.requestsTo(callback, 'GET')).toEqual([]);
  });

  it('sends nothing to a callback that answered 410 Gone, until it subscribes again', async () => {
    const { platform, topic } = newTopic();
    const callback = await subscribe(topic);
    subscriber.reply(callback, (got) => (got.method === 'POST' ? { status: 410 } : confirm(got)));
    await publish(platform);
    await subscriber.until(callback, 'POST', 1);
    await eventually(
      () => count(`select count(*) as n from webhook where url = '${callback}' and disabled_at is not null`),
      (gone) => gone === 1,
    );
    await publish(platform);
    await flush(platform);
    expect(subscriber.requestsTo(callback, 'POST')).toHaveLength(1);
    subscriber.reply(callback, confirm);
    await ask('subscribe', callback, topic);
    await subscriber.until(callback, 'GET', 2);
    await isSettled();
    const id = await publish(platform);
    await subscriber.until(callback, 'POST', 2);
    expect(idsTo(callback)[1]).toBe(id);
  });

  it('sends an entry again whose answer is an error', async () => {
    const { platform, topic } = newTopic();
    const callback = await subscribe(topic);
    let failures = 0;
    subscriber.reply(callback, (got) =>
      got.method === 'POST' && (failures += 1) === 1 ? { status: 500 } : confirm(got),
    );
    const id = await publish(platform);
    await subscriber.until(callback, 'POST', 2);
    expect(idsTo(callback)).toEqual([id, id]);
  });

  it('sends nothing after the lease, also not what failed before', async () => {
    const { platform, topic } = newTopic();
    const callback = await subscribe(topic);
    subscriber.reply(callback, () => ({ status: 500 }));
    await publish(platform);
    await subscriber.until(callback, 'POST', 1);
    await gateway.onDatabase((em) =>
      em.execute(`update webhook set lease_until = now() where url = ?`, [callback]),
    );
    await publish(platform);
    await flush(platform);
    const state = `select count(*) as n from webhook_delivery d join webhook h on h.id = d.webhook_id
      where h.url = '${callback}' and d.state = 'FAILED'`;
    expect(
      await eventually(
        () => count(state),
        (failed) => failed === 1,
        20_000,
      ),
    ).toBe(1);
    expect(subscriber.requestsTo(callback, 'POST')).toHaveLength(1);
  });
});
