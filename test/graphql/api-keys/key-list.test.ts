import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const QUERY = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: ApiKeyFilter, $orderBy: ApiKeyOrder) {
  viewer { apiKeys(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    nodes { name start } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`;
const DAY_MS = 86_400_000;
const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * DAY_MS).toISOString();

const gateway = sharedByTests(startGateway);
let session: string;
const email = newEmail();

beforeAll(async () => {
  session = await gateway.signIn(email);
  const create = async (name: string, expiresAt?: string): Promise<string> => {
    const created = await gateway.graphql(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
      { input: { name, scopes: ['giveaways:publish'], expiresAt } },
      session,
    );
    return created.body.data.createApiKey.apiKey.id;
  };
  await create('Zebra');
  await create('alpha', inDays(3));
  await create('Beta', inDays(30));
  const revoked = await create('Alphabet');
  const expired = await create('old one', inDays(1));
  await gateway.graphql(
    `mutation { revokeApiKey(input: { id: "${revoked}" }) { apiKey { id } } }`,
    {},
    session,
  );
  await gateway.onDatabase((em) =>
    em.execute('update api_key set expires_at = ?, created_at = created_at where id = ?', [
      inDays(-1),
      expired,
    ]),
  );
});

const read = async (variables: object): Promise<Json> =>
  (await gateway.graphql(QUERY, variables, session)).body;
const names = async (variables: object): Promise<string[]> =>
  (await read(variables)).data.viewer.apiKeys.nodes.map(({ name }: Json) => name);

describe('the keys of an account', () => {
  it.each<[object, readonly string[]]>([
    [{}, ['old one', 'Alphabet', 'Beta', 'alpha', 'Zebra']],
    [{ filter: { state: 'ACTIVE' } }, ['Beta', 'Zebra']],
    [{ filter: { state: 'EXPIRING' } }, ['alpha']],
    [{ filter: { state: 'EXPIRED' } }, ['old one']],
    [{ filter: { state: 'REVOKED' } }, ['Alphabet']],
    [{ filter: { search: 'ALPHA' } }, ['Alphabet', 'alpha']],
    [{ filter: { search: 'alpha', state: 'EXPIRING' } }, ['alpha']],
    [{ filter: { search: 'nothing' } }, []],
    [{ orderBy: 'OLDEST' }, ['Zebra', 'alpha', 'Beta', 'Alphabet', 'old one']],
    [{ orderBy: 'NAME' }, ['alpha', 'Alphabet', 'Beta', 'old one', 'Zebra']],
    [{ orderBy: 'EXPIRING_SOON' }, ['old one', 'alpha', 'Beta', 'Alphabet', 'Zebra']],
  ])('are found by %j', async (variables, expected) => {
    const found = await names(variables);
    // Keys without an end are equal in the order of ends.
    expect(
      'orderBy' in variables && variables.orderBy === 'EXPIRING_SOON' ? found.slice(0, 3) : found,
    ).toEqual(
      'orderBy' in variables && variables.orderBy === 'EXPIRING_SOON' ? expected.slice(0, 3) : expected,
    );
  });

  it('are found by the beginning of the key', async () => {
    const { nodes } = (await read({ first: 1 })).data.viewer.apiKeys;
    expect(await names({ filter: { search: nodes[0].start } })).toContain(nodes[0].name);
  });

  it.each(['NEWEST', 'OLDEST', 'NAME', 'LAST_USED', 'EXPIRING_SOON'])(
    'are paged from both ends in the order %s with a filter',
    async (orderBy) => {
      const filter = { search: 'a' };
      const all = await names({ filter, orderBy });
      expect(all.toSorted()).toEqual(['Alphabet', 'Beta', 'Zebra', 'alpha']);
      const forward: string[] = [];
      const backward: string[] = [];
      let [after, before]: (string | undefined)[] = [];
      for (let page = 0; page < all.length; page += 1) {
        const next: Json = (await read({ filter, orderBy, first: 1, after })).data.viewer.apiKeys;
        const previous: Json = (await read({ filter, orderBy, last: 1, before })).data.viewer.apiKeys;
        forward.push(next.nodes[0].name);
        backward.unshift(previous.nodes[0].name);
        [after, before] = [next.pageInfo.endCursor, previous.pageInfo.startCursor];
        const isLast = page === all.length - 1;
        expect([next.pageInfo.hasNextPage, previous.pageInfo.hasPreviousPage]).toEqual([!isLast, !isLast]);
      }
      expect([forward, backward]).toEqual([all, all]);
    },
  );

  it.each([{ orderBy: 'OLDEST' }, { filter: { state: 'ACTIVE' } }, {}])(
    'refuse a cursor of another list: %j',
    async (other) => {
      const { pageInfo } = (await read({ first: 1, orderBy: 'NAME' })).data.viewer.apiKeys;
      const { errors } = await read({ ...other, first: 1, after: pageInfo.endCursor });
      expect(errors[0].extensions).toMatchObject({ code: 'INVALID_PAYLOAD', fields: [{ path: ['after'] }] });
    },
  );

  it('refuse a search that is too long with the name of the argument', async () => {
    const { errors } = await read({ filter: { search: 'x'.repeat(81) } });
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_PAYLOAD',
      fields: [{ path: ['filter', 'search'] }],
    });
  });
});
