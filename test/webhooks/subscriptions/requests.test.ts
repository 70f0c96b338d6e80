import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import {
  LEASE_SECONDS,
  MAX_SUBSCRIPTIONS,
  MAX_WAITING,
} from '../../../src/core/webhooks/subscriptions/feed-subscription.ts';
import { purgeExpired } from '../../../src/adapters/postgres/purge/purge.ts';
import { runWith } from '../../cli/run-cli.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { RETENTION } from '../../support/gateway/retention.ts';
import { draft } from '../../support/listings.ts';
import { askHub, startSubscriber, type Got } from './subscriber.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOME = 'https://giveaways.example.com';
const TOPIC = `${HOME}/feed.atom`;

const subscriber = sharedByTests(startSubscriber);
const gateway = sharedByTests(() =>
  startGateway({ PUBLIC_URL: HOME, WEBHOOK_ALLOW_PRIVATE: 'true', TRUST_PROXY: '1' }),
);
const forgetSubscriptions = () =>
  gateway.onDatabase(async (em) => {
    for (const table of ['subscription_request', 'webhook']) await em.execute(`delete from ${table}`);
  });
beforeEach(forgetSubscriptions);

let networks = 0;
const newNetwork = () => ({ 'x-forwarded-for': `198.19.${networks >> 8}.${networks++ & 255}` });
const ask = (parameters: Readonly<Record<string, string>>, network = newNetwork()) =>
  askHub(
    gateway,
    { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': subscriber.callback(), ...parameters },
    network,
  );
const count = (table: string): Promise<number> =>
  gateway.onDatabase(async (em) =>
    Number((await em.execute<{ n: string }[]>(`select count(*) as n from ${table}`))[0]?.n),
  );
const subscriptions = async () =>
  (
    await gateway.graphql(
      '{ feedSubscriptions(first: 100) { nodes { id callback topic createdAt leaseUntil disabledAt } } }',
      {},
      gateway.operatorToken,
    )
  ).body.data.feedSubscriptions.nodes;

describe('the hub', () => {
  it.each([
    ['hub.mode', 'publish', 'hub.mode must be subscribe or unsubscribe.'],
    ['hub.callback', 'callback', 'hub.callback must be an absolute http:// or https:// URL'],
    ['hub.topic', `${HOME}/feed.atom?first=0`, 'first must be at least 1'],
    ['hub.topic', `${HOME}/feed.json?orderBy=LATEST`, 'orderBy must be one of'],
    [
      'hub.topic',
      'https://elsewhere.example/feed.atom',
      `hub.topic must be ${HOME}/feed.atom or ${HOME}/feed.json`,
    ],
    ['hub.topic', `${HOME}/feed.atom?after=abc`, 'hub.topic must be'],
    ['hub.topic', `${HOME}/feed.ics`, 'hub.topic must be'],
    ['hub.topic', `${HOME}.evil.example/feed.atom`, 'hub.topic must be'],
    [
      'hub.topic',
      `${HOME}/feed.atom?search=café`,
      `hub.topic must be written as the feed names itself: ${HOME}/feed.atom?search=caf%C3%A9`,
    ],
    ['hub.topic', `${HOME}/feed.atom#a`, 'hub.topic must be written as'],
    ['hub.topic', `${HOME}/feed.atom?serach=chess`, '"serach" is not a parameter'],
    ['hub.topic', `${HOME}/feed.atom?search=!`, 'filter.search contains no word'],
    [
      'hub.topic',
      `${HOME}/feed.atom?endsBefore=2020-01-01T00%3A00%3A00.000Z`,
      'filter.endsBefore has passed',
    ],
    ['hub.topic', `${HOME}/feed.atom?verified=maybe`, 'filter.verified must be true or false.'],
    ['hub.lease_seconds', '1e3', 'hub.lease_seconds must be a number of seconds.'],
    ['hub.secret', 'é'.repeat(100), 'hub.secret is too long: shorten it to 199 bytes.'],
  ])('refuses %s %j with what to change', async (name, value, message) => {
    const response = await ask({ [name]: value });
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain(message);
    expect(await count('subscription_request')).toBe(0);
  });

  it('refuses a request without its parameters, a repeated one, another type and a large body', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      gateway.rest('POST', '/websub', { headers: { 'content-type': type }, body });
    const none = await send('');
    expect(none.status).toBe(400);
    for (const name of ['hub.mode', 'hub.topic', 'hub.callback'])
      expect(none.body.error.message).toContain(name);
    expect((await send('hub.mode=subscribe&hub.mode=unsubscribe')).body.error.message).toContain('repeated');
    expect((await send('hub.secret=%ff')).body.error.message).toContain('percent-encoded UTF-8');
    expect((await send('{}', 'application/json')).status).toBe(415);
    expect((await send(`hub.secret=${'x'.repeat(20_000)}`)).status).toBe(413);
    expect((await gateway.rest('GET', '/websub')).status).toBe(405);
  });

  it.each([
    [undefined, LEASE_SECONDS.usual],
    ['1', LEASE_SECONDS.shortest],
    ['9999999999', LEASE_SECONDS.longest],
  ])('gives a request for %j seconds a lease of %i', async (requested, given) => {
    const callback = subscriber.callback();
    await ask({
      'hub.callback': callback,
      ...(requested !== undefined && { 'hub.lease_seconds': requested }),
    });
    const [question] = await subscriber.until(callback, 'GET', 1);
    expect(question?.parameters.get('hub.lease_seconds')).toBe(String(given));
    const [{ createdAt, leaseUntil }] = await eventually(subscriptions, ({ length }) => length === 1);
    expect((Date.parse(leaseUntil) - Date.parse(createdAt)) / 1_000).toBeCloseTo(given, 0);
  });

  it('limits requests by network, and by network, callback and topic together', async () => {
    const network = newNetwork();
    const of = { 'hub.mode': 'unsubscribe', 'hub.callback': subscriber.callback() };
    const { uses } = LIMITED_USES['feed-subscription'];
    for (let use = 0; use < uses; use += 1) expect((await ask(of, network)).status).toBe(202);
    expect((await ask(of, network)).status).toBe(429);
    expect((await ask(of)).status).toBe(202);
    const ofNetwork = LIMITED_USES['feed-subscription-by-network'].uses;
    const statuses: number[] = [];
    for (let use = uses + 1; use <= ofNetwork; use += 1)
      statuses.push((await ask({ 'hub.mode': 'unsubscribe' }, network)).status);
    expect(statuses).toEqual([...Array.from({ length: ofNetwork - uses - 1 }, () => 202), 429]);
  });

  it('ends a subscription whose filter no listing can match any more', async () => {
    const topic = `${HOME}/feed.atom?endsBefore=2020-01-01T00%3A00%3A00.000Z`;
    expect((await ask({ 'hub.mode': 'unsubscribe', 'hub.topic': topic })).status).toBe(202);
  });

  it('asks a callback that does not answer once at a time', async () => {
    const callback = subscriber.callback();
    subscriber.reply(callback, () => undefined);
    expect((await ask({ 'hub.callback': callback })).status).toBe(202);
    await subscriber.until(callback, 'GET', 1);
    for (const mode of ['subscribe', 'unsubscribe', 'subscribe'])
      expect((await ask({ 'hub.callback': callback, 'hub.mode': mode })).status).toBe(
        mode === 'subscribe' ? 429 : 202,
      );
    expect(subscriber.requestsTo(callback, 'GET')).toHaveLength(1);
    subscriber.hangUp();
  });

  const FILL = {
    requests: `insert into subscription_request (id, mode, callback, topic, host, network_key, lease_seconds)
      select 'sub_' || n, 'subscribe', 'https://x.example/' || n, 'topic', ?, ?, 1 from generate_series(1, ?) n`,
    subscriptions: `insert into webhook (id, url, topic, events, host, network_key, lease_until, ciphertext, nonce, tag,
        wrapped_key, key_id, failures, created_at)
      select 'sub_' || n, 'https://x.example/' || n, 'topic', '{}', ?, ?, now() + interval '1 day', '', decode(repeat('00', 12), 'hex'),
        decode(repeat('00', 16), 'hex'), '', 'k', 0, now()
      from generate_series(1, ?) n`,
  };
  const hostOf = () => new URL(subscriber.callback()).host;
  it.each([
    ['waiting requests in total', 'requests', 'h', MAX_WAITING.inTotal],
    ['waiting requests of a host', 'requests', 'own', MAX_WAITING.ofHost],
    ['subscriptions in total', 'subscriptions', 'h', MAX_SUBSCRIPTIONS.inTotal],
    ['subscriptions of a host', 'subscriptions', 'own', MAX_SUBSCRIPTIONS.ofHost],
  ] as const)('refuses a request beyond the most %s', async (_limit, what, host, most) => {
    const fill = (rows: number) =>
      gateway.onDatabase((em) => em.execute(FILL[what], [host === 'own' ? hostOf() : host, 'network', rows]));
    await fill(most);
    const refused = await ask({});
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await forgetSubscriptions();
    await fill(most - 1);
    expect((await ask({})).status).toBe(202);
  });

  it('refuses a request beyond the most waiting requests of a network, however many arrive at once', async () => {
    const network = newNetwork();
    const callbacks = Array.from({ length: MAX_WAITING.ofNetwork + 5 }, () => subscriber.callback());
    // Callbacks that do not answer, so that their requests wait.
    for (const callback of callbacks) subscriber.reply(callback, () => undefined);
    const responses = await Promise.all(
      callbacks.map((callback) => ask({ 'hub.callback': callback }, network)),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
    for (const callback of callbacks) subscriber.reply(callback, () => ({ status: 404 }));
    subscriber.hangUp();
  });

  it('renews a subscription when there is room for no other', async () => {
    const callback = subscriber.callback();
    await ask({ 'hub.callback': callback });
    await eventually(subscriptions, ({ length }) => length === 1);
    await gateway.onDatabase((em) =>
      em.execute(FILL.subscriptions, ['other', 'network', MAX_SUBSCRIPTIONS.inTotal]),
    );
    expect((await ask({})).status).toBe(429);
    expect((await ask({ 'hub.callback': callback })).status).toBe(202);
  });
});

describe('the operator', () => {
  it('sees subscriptions, and ends one, of which its callback is told', async () => {
    const callback = subscriber.callback();
    await ask({ 'hub.callback': callback });
    const [{ id }] = await eventually(subscriptions, ({ length }) => length === 1);
    const run = (...args: string[]) => runWith(gateway, gateway.operatorToken, ['webhooks', ...args]);
    expect((await run('subscriptions')).stdout).toContain(callback);
    expect((await run('remove-subscription', id)).stdout).toBe(`${id} of ${callback} was ended.\n`);
    const [, notice] = await subscriber.until(callback, 'GET', 2);
    expect([...(notice?.parameters ?? [])]).toEqual([
      ['hub.mode', 'denied'],
      ['hub.topic', TOPIC],
      ['hub.reason', 'The operator has ended the subscription.'],
    ]);
    expect((await run('subscriptions')).stdout).toContain('There are no subscriptions.');
    const again = await run('remove-subscription', id);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('There is no subscription with this id');
  });

  it('cannot change a subscription as a webhook', async () => {
    await ask({ 'hub.secret': 'a' });
    const [{ id }] = await eventually(subscriptions, ({ length }) => length === 1);
    for (const mutation of ['rotateWebhookSecret', 'deleteWebhook', 'enableWebhook']) {
      const query = `mutation { ${mutation}(input: { id: "${id}" }) { webhook { id } } }`;
      const { body } = await gateway.graphql(query, {}, gateway.operatorToken);
      expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    }
  });
});

it('a subscription is sent entries of the topic that it names, also after PUBLIC_URL has changed', async () => {
  const callback = subscriber.callback();
  await ask({ 'hub.callback': callback });
  await eventually(subscriptions, ({ length }) => length === 1);
  await gateway.onDatabase((em) =>
    em.execute(`update webhook set topic = 'https://former.example/feed.atom'`),
  );
  await gateway.publish(await gateway.createKey(), draft());
  const [{ headers }] = (await subscriber.until(callback, 'POST', 1)) as [Got];
  expect(headers['link']).toBe(`<${HOME}/websub>; rel="hub", <https://former.example/feed.atom>; rel="self"`);
});

it('the purge deletes subscriptions whose lease has ended, and requests that nobody confirmed', async () => {
  const live = subscriber.callback();
  for (const callback of [live, subscriber.callback()]) await ask({ 'hub.callback': callback });
  await eventually(subscriptions, ({ length }) => length === 2);
  const left = await gateway.onDatabase(async (em, sql) => {
    await em.execute('update webhook set lease_until = now() where url <> ?', [live]);
    await em.execute(`insert into subscription_request (id, mode, callback, topic, host, network_key, lease_seconds, created_at)
      values ('sub_1', 'subscribe', 'u', 't', 'h', 'n', 1, now() - interval '61 minutes'),
        ('sub_2', 'subscribe', 'u', 't', 'h', 'n', 1, now() - interval '59 minutes')`);
    await purgeExpired(sql, RETENTION);
    return [
      await em.execute('select url from webhook'),
      await em.execute('select id from subscription_request'),
      await em.execute('select count(distinct webhook_id)::integer as n from webhook_filter'),
    ];
  });
  expect(left).toEqual([[{ url: live }], [{ id: 'sub_2' }], [{ n: 1 }]]);
});
