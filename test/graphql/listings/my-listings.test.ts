import { beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_LISTING_ORDERS } from '../../../src/core/listings/own/own-listing-query.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft, legacyDraft } from '../../support/listings.ts';
import { membersAt, type Person } from '../publishers/member-calls.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const QUERY = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: OwnListingFilter, $orderBy: OwnListingOrder) {
  myListings(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    edges { cursor node { sourceExternalId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
const FUTURE = '2040-01-01T00:00:00Z';
const PAST = '2020-01-01T00:00:00Z';

const gateway = sharedByTests(startGateway);
let owner: Person;
const { join, person, query } = membersAt(() => gateway);

const read = (who: Person, variables: object): Promise<HttpResponse> => query(who, QUERY, variables);
const idsIn = ({ body }: HttpResponse): string[] =>
  body.data.myListings.edges.map(({ node }: Json) => node.sourceExternalId);
const ids = async (variables: object, who = owner) => idsIn(await read(who, { first: 100, ...variables }));

beforeAll(async () => {
  owner = await person();
  const key = await gateway.createKey(owner.email);
  const publish = async (sourceExternalId: string, fields: object = {}) =>
    (await gateway.publish(key, draft({ sourceExternalId, ...fields }))).body.listing.id as string;
  await publish('live', { title: 'A lantern of brass', endDate: FUTURE });
  await publish('endless', { title: 'Two lanterns of tin', platform: 'Harbour' });
  await publish('ended', { title: 'A kite', endDate: PAST });
  const hidden = await publish('hidden', { title: 'A hidden lantern', endDate: '2039-01-01T00:00:00Z' });
  await publish('withdrawn', { title: 'A boat', endDate: '2038-01-01T00:00:00Z' });
  await gateway.rest('POST', '/api/integrations/publish-giveaway', {
    key,
    body: legacyDraft({ externalId: 'old-1', title: 'An old lantern' }),
  });
  await gateway.withdraw(key, 'withdrawn');
  const hide = `mutation { hideListing(input: { id: "${hidden}", reason: "Why" }) { listing { id } } }`;
  await gateway.graphql(hide, {}, gateway.operatorToken);
});

describe('my listings', () => {
  it.each<[object | undefined, readonly string[]]>([
    [undefined, ['withdrawn', 'old-1', 'hidden', 'ended', 'endless', 'live']],
    [{}, ['withdrawn', 'old-1', 'hidden', 'ended', 'endless', 'live']],
    [
      { search: null, state: null, isLegacy: null, platforms: null },
      ['withdrawn', 'old-1', 'hidden', 'ended', 'endless', 'live'],
    ],
    [{ state: 'LIVE' }, ['old-1', 'endless', 'live']],
    [{ state: 'ENDED' }, ['ended']],
    [{ state: 'HIDDEN' }, ['hidden']],
    [{ state: 'WITHDRAWN' }, ['withdrawn']],
    [{ isLegacy: true }, ['old-1']],
    [{ isLegacy: false, state: 'LIVE' }, ['endless', 'live']],
    [{ platforms: ['HARBOUR', 'pier'] }, ['endless']],
    [{ platforms: ['harbour', 'pier'], state: 'ENDED' }, []],
    [{ platforms: ['harb'] }, []],
    [{ platforms: [] }, []],
    [{ search: 'lantern' }, ['old-1', 'hidden', 'endless', 'live']],
    [{ search: 'LANT brass' }, ['live']],
    [{ search: 'harb' }, ['endless']],
    [{ search: 'end' }, ['ended', 'endless']],
    [{ search: 'old-' }, ['old-1']],
    [{ search: 'lantern', state: 'HIDDEN' }, ['hidden']],
    [{ search: 'nowhere' }, []],
    [{ search: '%' }, []],
  ])('are only those that match the filter %j', async (filter, expected) => {
    expect(await ids({ filter })).toEqual(expected);
  });

  it.each([
    ['RECENTLY_UPDATED', ['withdrawn', 'old-1', 'hidden', 'ended', 'endless', 'live']],
    ['NEWEST', ['old-1', 'withdrawn', 'hidden', 'ended', 'endless', 'live']],
    ['ENDING_SOON', ['ended', 'withdrawn', 'hidden', 'live']],
  ])(
    'come in the order %s as it says, and in the opposite one the other way round',
    async (orderBy, expected) => {
      const opposite = {
        RECENTLY_UPDATED: 'LEAST_RECENTLY_UPDATED',
        NEWEST: 'OLDEST',
        ENDING_SOON: 'ENDING_LAST',
      };
      const found = await ids({ orderBy });
      expect(found.slice(0, expected.length)).toEqual(expected);
      const other = opposite[orderBy as keyof typeof opposite];
      expect(await ids({ orderBy: other })).toEqual(found.toReversed());
    },
  );

  it.each(OWN_LISTING_ORDERS)('are paged from both ends in the order %s with a filter', async (orderBy) => {
    const filter = { search: 'lantern' };
    const all = await ids({ filter, orderBy });
    expect(all).toHaveLength(4);
    for (const [size, cursor, edge, more] of [
      ['first', 'after', 'endCursor', 'hasNextPage'],
      ['last', 'before', 'startCursor', 'hasPreviousPage'],
    ] as const) {
      const found: string[] = [];
      for (let next: string | undefined; ;) {
        const page = await read(owner, { filter, orderBy, [size]: 1, [cursor]: next });
        if (size === 'first') found.push(...idsIn(page));
        else found.unshift(...idsIn(page));
        const { pageInfo } = page.body.data.myListings;
        next = pageInfo[edge];
        if (!pageInfo[more]) break;
      }
      expect(found).toEqual(all);
    }
  });

  it.each([
    [{ orderBy: 'NEWEST' }],
    [{ filter: { state: 'LIVE' } }],
    [{ filter: { search: 'lantern' }, orderBy: 'ENDING_SOON' }],
    [{ filter: { search: 'lanterns' } }],
    [{ filter: { search: 'lantern', platforms: ['harbour'] } }],
  ])('refuse a cursor of another filter or order: %j', async (other) => {
    const { body } = await read(owner, { first: 1, filter: { search: 'lantern' } });
    const after = body.data.myListings.pageInfo.endCursor;
    const refused = await read(owner, { first: 1, ...other, after });
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      fields: [{ path: ['after'] }],
    });
  });

  it.each([
    [{ filter: { search: 'x'.repeat(201) } }, ['filter', 'search']],
    [{ filter: { search: 'a\u0000b' } }, ['filter', 'search']],
    [{ filter: { platforms: ['steam', ''] } }, ['filter', 'platforms', 1]],
    [{ first: 101 }, ['first']],
    [{ first: 1, last: 1 }, ['last']],
  ])('refuse wrong input with the name of the argument: %#', async (variables, path) => {
    const { body } = await read(owner, variables);
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_PAYLOAD', fields: [{ path }] });
  });

  it('are those of the publisher that a member acts for, and of nobody else', async () => {
    const stranger = await person();
    expect(await ids({ filter: { search: 'lantern' } }, stranger)).toEqual([]);
    for (const role of ['ADMIN', 'EDITOR'] as const) {
      const member = await join(owner, await person(), role);
      expect(await ids({ filter: { search: 'lantern' } }, member)).toEqual(
        await ids({ filter: { search: 'lantern' } }),
      );
      const { actsFor: _publisher, ...alone } = member;
      expect(await ids({ filter: { state: 'LIVE' } }, alone)).toEqual([]);
    }
    const { actsFor } = await join(owner, await person(), 'EDITOR');
    const refused = await read({ ...stranger, actsFor: actsFor ?? '' }, { filter: { state: 'LIVE' } });
    expect(refused.body.data?.myListings).toBeUndefined();
    expect(refused.body.errors[0].extensions.code).toBe('UNAUTHORIZED');
  });

  it('cost with a search as much as a search of the feed', async () => {
    const alias = (name: string) => `${name}: myListings(filter: { search: "a" }) { nodes { id } }`;
    const many = Array.from({ length: 25 }, (_, index) => alias(`a${index}`)).join(' ');
    const { body } = await query(owner, `{ ${many} }`);
    expect(body.errors[0].extensions.code).toBe('OPERATION_TOO_COSTLY');
  });
});
