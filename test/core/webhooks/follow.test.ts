import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import type { MatchedListing } from '../../../src/core/feed/feed-matches.ts';
import { announceListings } from '../../../src/core/webhooks/announce/announce-listings.ts';
import { deleteWebhook } from '../../../src/core/webhooks/delete-webhook.ts';
import { createFeedWebhook } from '../../../src/core/webhooks/follow/create-feed-webhook.ts';
import { feedWebhooks } from '../../../src/core/webhooks/follow/feed-webhooks.ts';
import { rotateWebhookSecret } from '../../../src/core/webhooks/rotate-webhook-secret.ts';
import { webhookDeliveries } from '../../../src/core/webhooks/webhook-deliveries.ts';
import { NO_FACTS } from '../../../src/core/listings/facts/listing-facts.ts';
import { listingDraft } from '../../../src/core/listings/listing-draft.ts';
import { parseInput } from '../../../src/core/use-case.ts';
import { draft } from '../../support/listings.ts';
import { START } from '../support/time.ts';
import { accountCaller, keyCaller, OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const MOST = 5;
const ann = accountCaller('ann');
const bob = accountCaller('bob');
const url = 'https://receiver.example/';
const filter = { search: ' Chess  sets', platforms: ['steam'], endsBefore: new Date('2090-01-01') };

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});
const follow = (input: object = {}, caller: Caller = ann) =>
  ports.run(caller, createFeedWebhook, { url, ...input });
const list = async (caller: Caller = ann) => (await ports.run(caller, feedWebhooks, {})).items;

describe('a webhook that follows the feed', () => {
  it('is created with its filter, and listed by its account alone', async () => {
    const { webhook, secret } = await follow({ filter });
    expect(webhook).toMatchObject({
      providerId: null,
      accountId: ann.accountId,
      events: ['listing.published'],
      filter: {
        platforms: ['steam'],
        providers: null,
        verified: null,
        endsBefore: '2090-01-01T00:00:00.000Z',
        includeEnded: false,
      },
    });
    expect(secret).toMatch(/^whsec_/);
    expect(await list()).toEqual([webhook]);
    expect(await list(bob)).toEqual([]);
    expect(ports.audit.entries).toMatchObject([
      { action: 'createFeedWebhook', subject: webhook.id, facts: { account: ann.accountId, url } },
    ]);
  });

  it('is changed, read and deleted by its account and the operator, and exists for nobody else', async () => {
    const { webhook } = await follow();
    const { id } = webhook;
    for (const work of [
      ports.run(bob, webhookDeliveries, { webhook: id }),
      ports.run(bob, rotateWebhookSecret, { id }),
      ports.run(bob, deleteWebhook, { id }),
    ])
      expect(await errorOf(work)).toMatchObject({ code: 'NOT_FOUND' });
    await ports.run(ann, rotateWebhookSecret, { id });
    expect((await ports.run(OPERATOR, webhookDeliveries, { webhook: id })).items).toEqual([]);
    await ports.run(ann, deleteWebhook, { id });
    expect(await list()).toEqual([]);
    expect(ports.jobs.waiting).toMatchObject([{ name: 'send-feed-webhooks', group: ann.accountId }]);
  });

  it.each<[string, Caller]>([
    ['an API key', keyCaller()],
    ['the operator', OPERATOR],
  ])('is created by no other caller, such as %s', async (_who, caller) => {
    expect(await errorOf(follow({}, caller))).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each<[string, object, readonly string[]]>([
    ['an empty list of platforms', { filter: { platforms: [] } }, ['filter', 'platforms']],
    ['an empty list of providers', { filter: { providers: [] } }, ['filter', 'providers']],
    ['a search without a word', { filter: { search: '!?' } }, ['filter', 'search']],
    ['an end that has passed', { filter: { endsBefore: START } }, ['filter', 'endsBefore']],
    [
      'an end before one instant and after the same',
      {
        filter: { endsBefore: new Date('2090-01-01'), endsAfter: new Date('2090-01-01'), includeEnded: true },
      },
      ['filter', 'endsBefore'],
    ],
    ['too many platforms', { filter: { platforms: Array(51).fill('p') } }, ['filter', 'platforms']],
    ['a private receiver', { url: 'https://localhost/' }, ['url']],
  ])('is refused with %s', async (_what, input, path) => {
    expect(await errorOf(follow(input))).toMatchObject({ code: 'INVALID_PAYLOAD', details: [{ path }] });
  });

  it('is one of at most five of an account', async () => {
    for (let count = 0; count < MOST; count += 1) await follow();
    expect(await errorOf(follow())).toMatchObject({ code: 'INVALID_PAYLOAD' });
    await follow({}, bob);
  });

  it('is created once by a repeated request, and not by one with another filter', async () => {
    const first = await follow({ filter, creationId: 'one' });
    expect(await follow({ filter, creationId: 'one' })).toEqual(first);
    expect(await errorOf(follow({ creationId: 'one' }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['creationId'] }],
    });
  });
});

describe('the announcement of matches', () => {
  const matched: MatchedListing = {
    listing: {
      ...parseInput(listingDraft, draft()),
      id: 'lst_1',
      publisherId: null,
      facts: NO_FACTS,
      picture: null,
      verified: false,
      createdAt: START,
      updatedAt: START,
    },
    publisher: null,
    webhookIds: ['whk_1', 'whk_2'],
  };
  const finished = ['1', '2'];

  it('stores one event for the webhooks of a listing, together with the progress', async () => {
    ports.feedMatches.batches = [
      { matched: [matched], progress: { finished, partial: undefined }, hasMore: true },
    ];
    expect(await announceListings(ports)).toBe(true);
    const [stored] = ports.feedMatches.stored;
    expect(stored).toMatchObject({
      finished,
      events: [
        { id: expect.stringMatching(/^msg_/), listingId: matched.listing.id, webhookIds: ['whk_1', 'whk_2'] },
      ],
    });
    expect(JSON.parse(String(stored?.events[0]?.payload))).toMatchObject({
      type: 'listing.published',
      data: { listing: { id: matched.listing.id, publisher: null } },
    });
    expect(await announceListings(ports)).toBe(false);
    expect(ports.feedMatches.stored).toHaveLength(1);
  });

  it('stores the progress of changes that nobody follows', async () => {
    ports.feedMatches.batches = [{ matched: [], progress: { finished, partial: undefined }, hasMore: false }];
    expect(await announceListings(ports)).toBe(false);
    expect(ports.feedMatches.stored).toEqual([{ events: [], finished }]);
  });
});
