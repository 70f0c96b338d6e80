import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { createKey } from '../../support/gateway/operator.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { giveawayIdOf, hashOf } from '../../support/database/read-model.ts';
import { createProvider } from '../../support/providers/providers.ts';
import { gateway, read, useSummerGateway } from '../giveaways/summer-gateway.ts';

useSummerGateway();

const QUERY = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const nodes = async (ids: readonly string[]): Promise<Json> => (await read(QUERY, { ids })).nodes;
const winner = `win_${hashOf(1).slice(2)}_0`;

describe('nodes(ids:)', () => {
  it('returns objects of all types in the order of the ids, and null for an id that nothing has', async () => {
    const { body } = await gateway.publish(await gateway.createKey(), draft());
    const listing = String(body.listing.id);
    const ids = [
      winner,
      'psp_999999999',
      listing,
      giveawayIdOf(2),
      'nothing',
      'psp_2',
      giveawayIdOf(1),
      winner,
    ];
    expect(await nodes(ids)).toEqual([
      { __typename: 'Winner', id: winner },
      null,
      { __typename: 'Listing', id: listing },
      { __typename: 'Giveaway', id: giveawayIdOf(2) },
      null,
      { __typename: 'Passport', id: 'psp_2' },
      { __typename: 'Giveaway', id: giveawayIdOf(1) },
      { __typename: 'Winner', id: winner },
    ]);
  });

  it('returns the winner that the round has', async () => {
    const query = `query ($id: ID!, $round: ID!) {
      node(id: $id) { ... on Winner { id passportId wallet passport { id owner } } }
      round(id: $round) { winner { id passportId wallet passport { id owner } } }
    }`;
    const data = await read(query, { id: winner, round: winner.replace('win', 'rnd') });
    expect(data.node).toMatchObject({ id: winner, passportId: expect.any(Number) });
    expect(data.node).toEqual(data.round.winner);
    expect(await nodes([`win_${hashOf(2).slice(2)}_99`])).toEqual([null]);
  });

  it('costs as many objects as it has ids', async () => {
    const costOf = async (query: string, variables: object = {}): Promise<number> =>
      (await gateway.graphql(query, variables)).body.extensions.cost.requested;
    expect(await costOf(QUERY, { ids: ['psp_1', 'psp_2', 'psp_3'] })).toBe(4);
    expect(await costOf('{ nodes(ids: ["psp_1", "psp_2"]) { id } }')).toBe(3);
    expect(await costOf('query ($ids: [ID!]! = ["psp_1"]) { nodes(ids: $ids) { id } }')).toBe(101);
  });

  it('refuses more than 100 ids', async () => {
    const { body } = await gateway.graphql(QUERY, { ids: Array.from({ length: 101 }, () => 'psp_1') });
    expect(body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(await nodes(Array.from({ length: 100 }, (_, index) => `psp_${index}`))).toHaveLength(100);
  });
});

describe('node(id:) of an object that not everybody may read', () => {
  const nodeAs = (id: string, credential?: string) =>
    gateway.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { id }, credential);

  it('returns an API key to its account only', async () => {
    const email = newEmail();
    const [owner, stranger] = await Promise.all([gateway.signIn(email), gateway.signIn(newEmail())]);
    const { id } = (await createKey(gateway, email)).apiKey;
    expect((await nodeAs(id, owner)).body.data.node).toEqual({ __typename: 'ApiKey', id });
    for (const credential of [stranger, gateway.operatorToken])
      expect((await nodeAs(id, credential)).body).toMatchObject({ data: { node: null } });
    expect((await nodeAs(id)).body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('returns a provider to the operator, and an operation that does not exist to nobody', async () => {
    const { id } = await createProvider(gateway);
    expect((await nodeAs(id, gateway.operatorToken)).body.data.node).toEqual({ __typename: 'Provider', id });
    const stranger = await gateway.signIn(newEmail());
    expect((await nodeAs(id, stranger)).body).toMatchObject({ data: { node: null } });
    expect((await nodeAs('opn_1', gateway.operatorToken)).body).toMatchObject({ data: { node: null } });
    expect((await nodeAs('opn_1', stranger)).body.errors[0].extensions.code).toBe('UNAUTHORIZED');
  });
});
