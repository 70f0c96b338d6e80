import { describe, expect, it } from '@jest/globals';
import { keccak256, toUtf8Bytes } from 'ethers';
import { auditLog } from '../../support/gateway/operator.ts';
import { nodesOf, type HttpResponse, type Json } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import {
  addMember,
  createProvider,
  createProviderKey,
  removeMember,
} from '../../support/providers/providers.ts';
import { asOperator, codeOf, CREATE_KEY, gateway, useProvidersGateway } from './providers-gateway.ts';

useProvidersGateway();

const PROVIDER =
  'query ($id: ID!) { provider(id: $id) { id name chainKey members { edges { node { email } } } } }';
const PROVIDERS = `query ($first: Int, $after: String, $last: Int, $before: String) {
  providers(first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id members { edges { node { email } } } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
const MEMBERS = `query ($id: ID!, $first: Int, $after: String, $last: Int) {
  provider(id: $id) {
    members(first: $first, after: $after, last: $last) {
      edges { node { accountId } } pageInfo { hasNextPage endCursor }
    }
  }
}`;
const VIEWER =
  '{ viewer { email providers(first: 20) { edges { node { id members { edges { node { email } } } } } } } }';
const idsOf = (connection: Json): string[] => connection.edges.map(({ node }: Json) => node.id);
/** A response without the request ids, which differ between requests. */
const withoutRequest = ({ status, body }: HttpResponse): Json =>
  JSON.parse(JSON.stringify({ status, body }, (name, value: unknown) => (name === 'requestId' ? '' : value)));

describe('a new provider', () => {
  it('has an id, no members, and the keccak256 of the id as its key on chain', async () => {
    const provider = await createProvider(gateway, '  Blue Harbour  ');
    expect(provider).toEqual({
      id: expect.stringMatching(/^prv_[0-9a-f]{32}$/),
      name: 'Blue Harbour',
      chainKey: keccak256(toUtf8Bytes(provider.id)),
      createdAt: expect.any(String),
      members: { edges: [] },
    });
    expect((await createProvider(gateway, 'Blue Harbour')).chainKey).not.toBe(provider.chainKey);
  });

  it.each([['a line break in its name', 'a\r\nBcc: b@example.com']])(
    'is refused with %s',
    async (_what, name) => {
      const response = await asOperator(
        'mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { id } } }',
        { input: { name } },
      );
      expect(codeOf(response)).toBe('INVALID_PAYLOAD');
      expect(response.body.errors[0].extensions.fields).toMatchObject([{ path: ['name'] }]);
    },
  );
});

describe('a membership', () => {
  it('shows the provider to the account, and the account to the provider', async () => {
    const account = newEmail();
    const provider = await createProvider(gateway);

    const { body } = await addMember(gateway, provider.id, account.toUpperCase());

    expect(nodesOf(body.data.addProviderMember.provider.members)).toEqual([
      { accountId: expect.stringMatching(/^acc_/), email: account, addedAt: expect.any(String) },
    ]);
    const session = await gateway.signIn(account);
    const viewer = await gateway.graphql(VIEWER, {}, session);
    expect(viewer.body.data.viewer.providers.edges).toEqual([
      { node: { id: provider.id, members: { edges: [{ node: { email: account } }] } } },
    ]);
    expect((await gateway.graphql(PROVIDER, { id: provider.id }, session)).body.data.provider).toMatchObject({
      id: provider.id,
      chainKey: provider.chainKey,
    });
    expect(idsOf((await gateway.graphql(PROVIDERS, {}, session)).body.data.providers)).toEqual([provider.id]);
  });

  it('is created and logged once when it is added several times at once', async () => {
    const account = newEmail();
    const provider = await createProvider(gateway);

    const responses = await Promise.all([1, 2, 3, 4].map(() => addMember(gateway, provider.id, account)));

    expect(responses.map(codeOf)).toEqual([undefined, undefined, undefined, undefined]);
    const members = (await asOperator(PROVIDER, { id: provider.id })).body.data.provider.members;
    expect(nodesOf(members)).toEqual([{ email: account }]);
    const noted = (await auditLog(gateway, 20)).filter(({ subject }) => subject === provider.id);
    expect(noted.map(({ action }) => action)).toEqual(['addProviderMember', 'createProvider']);
  });

  it('can be ended once only', async () => {
    const { account, provider } = await createProviderKey(gateway);
    const first = await removeMember(gateway, provider.id, account);
    expect(first.body.data.removeProviderMember.provider.members.edges).toEqual([]);
    const second = await removeMember(gateway, provider.id, account);
    expect(codeOf(second)).toBe('NOT_FOUND');
    expect(second.body.errors[0].message).toContain('not a member');
  });

  it('is refused for an unknown provider, without creating an account', async () => {
    const account = newEmail();
    expect(codeOf(await addMember(gateway, 'prv_none', account))).toBe('NOT_FOUND');
    expect(codeOf(await removeMember(gateway, 'prv_none', account))).toBe('NOT_FOUND');
    const accounts = await gateway.onDatabase((em) =>
      em.execute('select id from user_account where email = ?', [account]),
    );
    expect(accounts).toEqual([]);
  });

  it('is limited to a hundred accounts', async () => {
    const provider = await createProvider(gateway);
    await gateway.onDatabase(async (em) => {
      await em.execute(
        `insert into user_account (id, email, created_at, updated_at)
          select ? || n, ? || n || '@example.com', now(), now() from generate_series(1, 99) as n`,
        [`acc_${provider.id}`, provider.id],
      );
      await em.execute(
        `insert into provider_member (provider_id, account_id, added_at)
          select ?, ? || n, now() from generate_series(1, 99) as n`,
        [provider.id, `acc_${provider.id}`],
      );
    });
    const responses = await Promise.all([1, 2, 3].map(() => addMember(gateway, provider.id, newEmail())));
    expect(responses.filter((response) => codeOf(response) === 'INVALID_PAYLOAD')).toHaveLength(2);

    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { body } = await asOperator(MEMBERS, { id: provider.id, first: 40, after });
      const { pageInfo } = body.data.provider.members;
      seen.push(...nodesOf(body.data.provider.members).map(({ accountId }) => accountId));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(new Set(seen).size).toBe(100);
    expect(seen).toHaveLength(100);
    const { body } = await asOperator(MEMBERS, { id: provider.id, last: 1 });
    expect(nodesOf(body.data.provider.members)).toMatchObject([{ accountId: seen.at(-1) }]);
    expect(codeOf(await asOperator(MEMBERS, { id: provider.id, first: 101 }))).toBe('INVALID_PAYLOAD');
  });

  it('hides the provider at once after it has ended', async () => {
    const { account, provider } = await createProviderKey(gateway);
    const session = await gateway.signIn(account);
    await removeMember(gateway, provider.id, account);
    expect((await gateway.graphql(PROVIDER, { id: provider.id }, session)).body.data.provider).toBeNull();
    expect((await gateway.graphql(VIEWER, {}, session)).body.data.viewer.providers.edges).toEqual([]);
  });
});

describe('a provider of other accounts', () => {
  it('is shown like a provider that does not exist', async () => {
    const provider = await createProvider(gateway);
    const session = await gateway.signIn();
    const [foreign, none] = await Promise.all(
      [provider.id, `prv_${'0'.repeat(32)}`].map((id) => gateway.graphql(PROVIDER, { id }, session)),
    );
    expect(foreign?.body.data.provider).toBeNull();
    expect(foreign?.text).toBe(none?.text);
    expect(idsOf((await gateway.graphql(PROVIDERS, {}, session)).body.data.providers)).toEqual([]);
  });

  it('is refused for a new key like a provider that does not exist', async () => {
    const provider = await createProvider(gateway);
    const session = await gateway.signIn();
    const [foreign, none] = await Promise.all(
      [provider.id, 'prv_none'].map((id) =>
        gateway.graphql(CREATE_KEY, { input: { scopes: ['provider:entries'], provider: id } }, session),
      ),
    );
    expect(codeOf(foreign as HttpResponse)).toBe('NOT_FOUND');
    expect(withoutRequest(foreign as HttpResponse)).toEqual(withoutRequest(none as HttpResponse));
  });
});

describe('the list of providers', () => {
  it('has pages in both directions for the operator, newest first', async () => {
    const created: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) created.unshift((await createProvider(gateway)).id);

    const first = (await asOperator(PROVIDERS, { first: 2 })).body.data.providers;
    const next = (await asOperator(PROVIDERS, { first: 1, after: first.pageInfo.endCursor })).body.data
      .providers;
    const back = (await asOperator(PROVIDERS, { last: 2, before: next.pageInfo.startCursor })).body.data
      .providers;

    expect([...idsOf(first), ...idsOf(next)]).toEqual(created);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(idsOf(back)).toEqual(created.slice(0, 2));
  });

  it('has only the providers of a member for that member', async () => {
    const account = newEmail();
    const created: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const provider = await createProvider(gateway);
      await createProvider(gateway);
      await addMember(gateway, provider.id, account);
      created.unshift(provider.id);
    }
    const session = await gateway.signIn(account);
    const first = (await gateway.graphql(PROVIDERS, { first: 2 }, session)).body.data.providers;
    const rest = (await gateway.graphql(PROVIDERS, { after: first.pageInfo.endCursor }, session)).body.data
      .providers;
    expect([idsOf(first), idsOf(rest)]).toEqual([created.slice(0, 2), created.slice(2)]);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  it('refuses a cursor of another list', async () => {
    const { body } = await asOperator('{ auditLog(first: 1) { pageInfo { endCursor } } }');
    const response = await asOperator(PROVIDERS, { after: body.data.auditLog.pageInfo.endCursor });
    expect(codeOf(response)).toBe('INVALID_PAYLOAD');
  });
});

describe('the audit log', () => {
  it('has an entry for every change of a provider, its members and their keys', async () => {
    const { account, provider, apiKey } = await createProviderKey(gateway, ['provider:entries']);
    await removeMember(gateway, provider.id, account);

    const entries = (await auditLog(gateway, 4)).toReversed();

    const [, { facts: added }] = entries;
    const member = added;
    expect(member).toEqual({ account: expect.stringMatching(/^acc_/) });
    expect(entries.map(({ action, subject, actor, facts }) => [action, subject, actor, facts])).toEqual([
      ['createProvider', provider.id, 'operator', { name: 'A provider' }],
      ['addProviderMember', provider.id, 'operator', member],
      [
        'createApiKey',
        apiKey.id,
        'operator',
        { ...member, scopes: ['provider:entries'], provider: provider.id },
      ],
      ['removeProviderMember', provider.id, 'operator', { ...member, revokedKeys: [apiKey.id] }],
    ]);
  });
});
