import { describe, expect, it } from '@jest/globals';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { createKey } from '../../support/gateway/operator.ts';
import { type Who } from './callers-table.ts';
import { gateway, email, credentials, codeOf, useCredentials } from './credentials.ts';

useCredentials();

/** An error without the values that differ between requests. */
function refusalOf({ status, body }: HttpResponse): Json {
  const { requestId: _requestId, ...extensions } = body.errors?.[0].extensions ?? {};
  return { status, data: body.data, message: body.errors?.[0].message, extensions };
}

describe('the property of another account', () => {
  const sendAs = (query: string, variables: object, who: Who | 'other account' = 'other account') =>
    gateway.graphql(query, variables, credentials[who]);
  const published = async (fields = {}) => {
    const sent = draft(fields);
    const { body } = await gateway.publish(credentials.key, sent);
    return { sourceExternalId: String(sent['sourceExternalId']), id: String(body.listing.id) };
  };

  it('is not among my listings', async () => {
    const { id } = await published();
    const query = '{ myListings(first: 100) { edges { node { id } } } }';
    const idsOf = ({ body }: HttpResponse) => body.data.myListings.edges.map(({ node }: Json) => node.id);
    expect(idsOf(await sendAs(query, {}, 'account'))).toContain(id);
    expect(idsOf(await sendAs(query, {}))).not.toContain(id);
    expect(idsOf(await sendAs(query, {}, 'client'))).not.toContain(id);
  });

  it('is not found as my listing, with the same response as for a listing that does not exist', async () => {
    const { sourceExternalId } = await published();
    const query = 'query ($id: String!) { myListing(sourceExternalId: $id) { id title } }';
    const [otherResponse, none] = await Promise.all(
      [sourceExternalId, 'none'].map((id) => sendAs(query, { id })),
    );
    expect(otherResponse?.body.data.myListing).toBeNull();
    expect(otherResponse?.text).toBe(none?.text);
  });

  it('is not withdrawn by the same external ID', async () => {
    const { sourceExternalId, id } = await published();
    const query = 'mutation ($id: String!) { withdrawListing(input: { sourceExternalId: $id }) { status } }';
    const response = await sendAs(query, { id: sourceExternalId });
    expect(response.body.data.withdrawListing).toEqual({ status: 'WITHDRAWN' });
    expect((await gateway.graphql(`{ listing(id: "${id}") { status } }`)).body.data.listing).toEqual({
      status: 'PUBLISHED',
    });
  });

  it.each([
    ['rotated', 'mutation ($id: ID!) { rotateApiKey(input: { id: $id }) { secret } }'],
    ['revoked', 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }'],
  ])('cannot be %s, with the same response as for a key that does not exist', async (_what, query) => {
    const { secret, apiKey } = await createKey(gateway, email);
    const [otherResponse, none] = await Promise.all(
      [apiKey.id, 'key_none'].map((id) => sendAs(query, { id })),
    );
    expect(otherResponse?.body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(refusalOf(otherResponse as HttpResponse)).toEqual(refusalOf(none as HttpResponse));
    expect((await gateway.publish(secret, draft())).status).toBe(200);
  });

  it.each([
    ['listed', 'query ($account: String) { apiKeys(account: $account) { edges { node { id } } } }'],
    [
      'created',
      'mutation ($account: String) { createApiKey(input: { account: $account, scopes: ["giveaways:publish"] }) { secret } }',
    ],
    [
      'rotated',
      'mutation ($account: String) { rotateApiKey(input: { account: $account, id: "key_none" }) { secret } }',
    ],
    [
      'revoked',
      'mutation ($account: String) { revokeApiKey(input: { account: $account, id: "key_none" }) { apiKey { id } } }',
    ],
  ])(
    'cannot be %s by naming its account, with the same response whether or not the account exists',
    async (_what, query) => {
      const responses = await Promise.all([email, newEmail()].map((account) => sendAs(query, { account })));
      expect(responses.map(codeOf)).toEqual(['INVALID_PAYLOAD', 'INVALID_PAYLOAD']);
      expect(refusalOf(responses[0] as HttpResponse)).toEqual(refusalOf(responses[1] as HttpResponse));
    },
  );

  it('cannot be updated through the legacy namespace, whoever owns it there', async () => {
    const sent = legacyDraft();
    const query =
      'mutation ($input: PublishLegacyListingInput!) { publishLegacyListing(input: $input) { listing { id } } }';
    await sendAs(query, { input: sent }, 'key');
    expect(codeOf(await sendAs(query, { input: sent }))).toBe('UNAUTHORIZED');

    const unowned = legacyDraft();
    await gateway.graphql(
      'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
      { listings: [unowned] },
      gateway.operatorToken,
    );
    expect(codeOf(await sendAs(query, { input: unowned }))).toBe('LISTING_UNOWNED');
  });

  it('is not a node of the operator when it is a key, account, session or audit entry', async () => {
    const { apiKey } = await createKey(gateway, email);
    const { body } = await gateway.graphql('{ viewer { id } }', {}, credentials.account);
    for (const id of [apiKey.id, body.data.viewer.id, 'aud_none', 'svc_none', credentials.account]) {
      const found = await gateway.graphql(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        credentials.operator,
      );
      expect(found.body.data).toEqual({ node: null });
    }
  });

  it('shows no address, account or namespace of its publisher', async () => {
    const { id } = await published();
    const { body, text } = await gateway.graphql(
      `{ node(id: "${id}") { ... on Listing { publisher { id kind createdAt __typename } } } }`,
    );
    expect(body.data.node.publisher).toEqual({
      id: expect.stringMatching(/^pub_\w+$/),
      kind: 'ACCOUNT',
      createdAt: expect.any(String),
      __typename: 'Publisher',
    });
    expect(text).not.toMatch(/@|acc_|account:/);
  });

  it('is visible to a key of the account as to its session', async () => {
    await published();
    const query = '{ myListings(first: 100) { edges { node { id } } } }';
    const [bySession, byKey] = await Promise.all([sendAs(query, {}, 'account'), sendAs(query, {}, 'key')]);
    expect(byKey?.body).toEqual(bySession?.body);
  });
});
