import { describe, expect, it } from '@jest/globals';
import { keysOf, rotateKey } from '../../support/gateway/operator.ts';
import { draft, newEmail } from '../../support/listings.ts';
import {
  addMember,
  createProvider,
  createProviderKey,
  removeMember,
} from '../../support/providers/providers.ts';
import { asOperator, codeOf, CREATE_KEY, gateway, useProvidersGateway } from './providers-gateway.ts';

useProvidersGateway();

describe('a key of a provider', () => {
  it('is created by a member, and listed with its provider', async () => {
    const account = newEmail();
    const provider = await createProvider(gateway);
    await addMember(gateway, provider.id, account);
    const session = await gateway.signIn(account);

    const { body } = await gateway.graphql(
      CREATE_KEY,
      { input: { scopes: ['provider:giveaways', 'provider:entries'], provider: provider.id } },
      session,
    );

    expect(body.data.createApiKey.apiKey).toMatchObject({
      scopes: ['provider:giveaways', 'provider:entries'],
      providerId: provider.id,
      signer: null,
    });
    expect(await keysOf(gateway, account)).toMatchObject([{ providerId: provider.id, signer: null }]);
  });

  it('is created by the operator for members only, and the error names the reason', async () => {
    const provider = await createProvider(gateway);
    const query = (id: string) =>
      asOperator(CREATE_KEY, {
        input: { account: newEmail(), scopes: ['provider:entries'], provider: id },
      });
    const [known, unknown] = await Promise.all([query(provider.id), query('prv_none')]);
    expect(known?.body.errors[0].extensions).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'NOT_A_MEMBER',
    });
    expect(codeOf(unknown)).toBe('NOT_FOUND');
  });

  it.each([
    ['provider scopes without a provider', { scopes: ['provider:entries'] }, ['provider']],
    ['an unknown scope', { scopes: ['provider:everything'] }, ['scopes', 0]],
  ])('is refused with %s', async (_what, input, path) => {
    const response = await asOperator(CREATE_KEY, { input: { account: newEmail(), ...input } });
    expect(codeOf(response)).toBe('INVALID_PAYLOAD');
    expect(response.body.errors[0].extensions.fields).toMatchObject([{ path }]);
  });

  it('publishes listings only with the scope for publishing', async () => {
    const { secret } = await createProviderKey(gateway);
    expect((await gateway.publish(secret, draft())).status).toBe(403);
    const both = await createProviderKey(gateway, ['giveaways:publish', 'provider:entries']);
    expect((await gateway.publish(both.secret, draft())).status).toBe(200);
    await removeMember(gateway, both.provider.id, both.account);
    expect((await gateway.publish(both.secret, draft())).status).toBe(200);
  });

  it('keeps its provider and scopes through a rotation', async () => {
    const { apiKey, account, provider } = await createProviderKey(gateway, ['provider:passports']);
    const rotated = await rotateKey(gateway, account, apiKey.id);
    expect(rotated.apiKey).toMatchObject({
      id: apiKey.id,
      scopes: ['provider:passports'],
      providerId: provider.id,
      signer: null,
    });
  });
});
