import type { Gateway } from './gateway.ts';
import type { Answer, Json } from './http.ts';
import { newEmail } from './listings.ts';

const PROVIDER_FIELDS = 'id name chainKey createdAt members { accountId email addedAt }';

/** Creates a provider as the operator. */
export async function createProvider(gateway: Gateway, name = 'A provider'): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { name } },
    gateway.operatorToken,
  );
  return body.data.createProvider.provider;
}

/** Makes an account a member as the operator. */
export function addMember(gateway: Gateway, provider: string, account: string): Promise<Answer> {
  return gateway.graphql(
    `mutation ($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { provider, account } },
    gateway.operatorToken,
  );
}

/** Ends a membership as the operator. */
export function removeMember(gateway: Gateway, provider: string, account: string): Promise<Answer> {
  return gateway.graphql(
    `mutation ($input: RemoveProviderMemberInput!) { removeProviderMember(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { provider, account } },
    gateway.operatorToken,
  );
}

/** A new provider with one member, a new account, and a key with these scopes. */
export async function createProviderKey(
  gateway: Gateway,
  scopes: readonly string[] = [
    'provider:giveaways',
    'provider:entries',
    'provider:passports',
    'provider:contacts',
  ],
): Promise<Json> {
  const account = newEmail();
  const provider = await createProvider(gateway);
  await addMember(gateway, provider.id, account);
  const { body } = await gateway.graphql(
    `mutation ($input: CreateApiKeyInput!) {
      createApiKey(input: $input) { secret apiKey { id scopes providerId signer } }
    }`,
    { input: { account, scopes, provider: provider.id } },
    gateway.operatorToken,
  );
  return { ...body.data.createApiKey, account, provider };
}
