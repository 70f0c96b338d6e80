import { describe, expect, it } from '@jest/globals';
import { draft } from '../support/listings.ts';
import { gateway, PATH, publish, read, useListingGateway } from './listing-gateway.ts';

useListingGateway();

describe('the ownership of listings', () => {
  it('separates publishers: one ID is a different listing for each account', async () => {
    const other = await gateway.createKey();
    const sent = draft();
    const mine = await publish(sent);

    const theirs = (await gateway.publish(other, { ...sent, title: 'Theirs' })).body.listing;

    expect(theirs.id).not.toBe(mine.id);
    expect((await read(sent['sourceExternalId'])).body.listing.title).toBe(sent['title']);
  });

  it('hides a listing from other publishers, who can neither read nor withdraw it', async () => {
    const other = await gateway.createKey();
    const { sourceExternalId } = await publish(draft());
    const path = `${PATH}?sourceExternalId=${sourceExternalId}`;

    expect((await gateway.rest('GET', path, { key: other })).status).toBe(404);
    await gateway.rest('DELETE', path, { key: other });

    expect((await read(sourceExternalId)).body.listing.status).toBe('published');
  });

  it('stays with the account when its key is revoked and another key is created', async () => {
    const account = 'stays@example.com';
    const first = await gateway.createKey(account);
    const { sourceExternalId } = (await gateway.publish(first, draft())).body.listing;
    const keys = await gateway.graphql(
      'query ($account: String) { apiKeys(account: $account) { edges { node { id } } } }',
      { account },
      gateway.operatorToken,
    );
    await gateway.graphql(
      'mutation ($id: ID!, $account: String) { revokeApiKey(input: { id: $id, account: $account }) { apiKey { id } } }',
      { id: keys.body.data.apiKeys.edges[0].node.id, account },
      gateway.operatorToken,
    );

    const second = await gateway.createKey(account);

    const found = await gateway.rest('GET', `${PATH}?sourceExternalId=${sourceExternalId}`, { key: second });
    expect(found.status).toBe(200);
  });
});
