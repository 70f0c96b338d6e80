import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { createKey, revokeKey, rotateKey } from '../../support/gateway/operator.ts';
import { draft, legacyDraft, newEmail } from '../../support/listings.ts';
import { addMember, createProvider, removeMember } from '../../support/providers/providers.ts';
import { codeOfError, gateway, open, useSignInGateway } from './sign-in-gateway.ts';

const LOG = `query ($first: Int, $after: String) { viewer { auditLog(first: $first, after: $after) {
  nodes { id at actor action subject facts } pageInfo { hasNextPage endCursor }
} } }`;

useSignInGateway();

const logOf = async (token: string, variables = {}): Promise<Json> =>
  (await gateway.graphql(LOG, variables, token)).body.data.viewer.auditLog;
const actionsOf = async (token: string) =>
  (await logOf(token, { first: 100 })).nodes.map(({ action, actor }: Json) => [
    action,
    actor.replace(/^account:acc_\w+$/, 'account'),
  ]);
const asOperator = (query: string, variables: object) =>
  gateway.graphql(query, variables, gateway.operatorToken);

describe("an account's part of the audit log", () => {
  it('has what the account did, newest first', async () => {
    const { token } = await open();
    const created = await gateway.graphql(
      'mutation { createApiKey(input: { scopes: ["giveaways:publish"] }) { apiKey { id accountId: id } } }',
      {},
      token,
    );
    const { id } = created.body.data.createApiKey.apiKey;
    for (const change of ['rotateApiKey', 'revokeApiKey'])
      await gateway.graphql(
        `mutation ($id: ID!) { ${change}(input: { id: $id }) { apiKey { id } } }`,
        { id },
        token,
      );
    expect(await actionsOf(token)).toEqual([
      ['revokeApiKey', 'account'],
      ['rotateApiKey', 'account'],
      ['createApiKey', 'account'],
      ['signIn', 'account'],
    ]);
    const { nodes } = await logOf(token, { first: 1 });
    expect(nodes[0]).toMatchObject({ subject: id, id: expect.stringMatching(/^aud_/) });
  });

  it('has sign-ins, sign-outs and ended sessions', async () => {
    const email = newEmail();
    const [first, second] = [await open(email), await open(email)];
    await open(email);
    await gateway.graphql('mutation { signOut { signedOut } }', {}, second.token);
    await gateway.graphql('mutation { endOtherSessions { ended } }', {}, first.token);
    const { nodes } = await logOf(first.token);
    expect(nodes.map(({ action }: Json) => action)).toEqual([
      'endOtherSessions',
      'signOut',
      'signIn',
      'signIn',
      'signIn',
    ]);
    expect(nodes[0].facts).toEqual({ ended: 1 });
    expect(nodes[1].subject).toBe(nodes[3].subject);
  });

  it('has what the operator did to its keys, memberships and listings', async () => {
    const email = newEmail();
    const { token } = await open(email);
    const { apiKey, secret } = await createKey(gateway, email);
    const { body } = await gateway.publish(secret, draft());
    const { id } = body.listing;
    await rotateKey(gateway, email, apiKey.id);
    await revokeKey(gateway, email, apiKey.id);
    for (const change of ['verifyListing', 'unverifyListing'])
      await asOperator(`mutation ($id: ID!) { ${change}(input: { id: $id }) { listing { id } } }`, { id });
    const legacy = legacyDraft();
    await asOperator(
      'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
      { listings: [legacy] },
    );
    await asOperator(
      'mutation ($externalId: String!, $account: String) { assignLegacyListing(input: { externalId: $externalId, account: $account }) { listing { id } } }',
      { externalId: legacy['externalId'], account: email },
    );
    const provider = await createProvider(gateway);
    await addMember(gateway, provider.id, email);
    await removeMember(gateway, provider.id, email);
    expect(await actionsOf(token)).toEqual([
      ['removeProviderMember', 'operator'],
      ['addProviderMember', 'operator'],
      ['assignLegacyListing', 'operator'],
      ['unverifyListing', 'operator'],
      ['verifyListing', 'operator'],
      ['revokeApiKey', 'operator'],
      ['rotateApiKey', 'operator'],
      ['publishListing', `key:${apiKey.id}`],
      ['createApiKey', 'operator'],
      ['signIn', 'account'],
    ]);
  });

  it('has no entry of another account, and no e-mail address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const [{ token }, foreign] = [await open(email), await open(other)];
    const provider = await createProvider(gateway);
    for (const member of [email, other]) await addMember(gateway, provider.id, member);
    const key = await createKey(gateway, other);
    const own = JSON.stringify(await logOf(token, { first: 100 }));
    const theirs = await logOf(foreign.token, { first: 100 });
    expect(theirs.nodes.length).toBeGreaterThan(2);
    for (const { id } of theirs.nodes) expect(own).not.toContain(id);
    expect(own).not.toContain(key.apiKey.id);
    expect(own).not.toContain('@');
    expect(own.match(/acc_/g)).toHaveLength(2);
  });

  it('is paged by cursors that are none of the whole log', async () => {
    const email = newEmail();
    const { token } = await open(email);
    for (let count = 0; count < 4; count += 1) await createKey(gateway, email);
    const page = await logOf(token, { first: 3 });
    const rest = await logOf(token, { first: 3, after: page.pageInfo.endCursor });
    expect([page.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false]);
    expect([...page.nodes, ...rest.nodes]).toEqual((await logOf(token)).nodes);
    const { body } = await asOperator('{ auditLog(first: 1) { pageInfo { endCursor } } }', {});
    const response = await gateway.graphql(LOG, { after: body.data.auditLog.pageInfo.endCursor }, token);
    expect(codeOfError(response)).toBe('INVALID_PAYLOAD');
  });

  it('does not open the whole log', async () => {
    const { token } = await open();
    const response = await gateway.graphql('{ auditLog { nodes { id } } }', {}, token);
    expect(codeOfError(response)).toBe('UNAUTHORIZED');
  });
});
