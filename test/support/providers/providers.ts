import { eventually } from '../eventually.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { nodesOf, type HttpResponse, type Json } from '../http/http.ts';
import { newEmail } from '../listings.ts';

/** A client of a gateway with its operator's token. */
export type OperatorClient = Pick<Gateway, 'graphql' | 'operatorToken'>;

const PROVIDER_FIELDS = 'id name chainKey createdAt members { edges { node { accountId email addedAt } } }';

/** Creates a provider as the operator. */
export async function createProvider(gateway: OperatorClient, name = 'A provider'): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { name } },
    gateway.operatorToken,
  );
  return body.data.createProvider.provider;
}

/** Adds an account to a provider as the operator. */
export function addMember(gateway: OperatorClient, provider: string, account: string): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { provider, account } },
    gateway.operatorToken,
  );
}

/** Removes an account from a provider as the operator. */
export function removeMember(
  gateway: OperatorClient,
  provider: string,
  account: string,
): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: RemoveProviderMemberInput!) { removeProviderMember(input: $input) { provider { ${PROVIDER_FIELDS} } } }`,
    { input: { provider, account } },
    gateway.operatorToken,
  );
}

/** Creates a provider with one member (a new account) and a key with these scopes. */
export async function createProviderKey(
  gateway: OperatorClient,
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

/**
 * Creates a provider with one member (a new account), a key with these scopes, and one of the embedded chain's funded
 * wallets as its default signer. For gateways with CHAIN=on; the chain has funded wallets for five providers.
 */
export async function createProviderWithSigner(
  gateway: OperatorClient,
  scopes?: readonly string[],
): Promise<{ secret: string; provider: Json; account: string; signer: string; apiKey: Json }> {
  const { secret, apiKey, provider, account } = await createProviderKey(gateway, scopes);
  const signer = await findFreeDemoSigner(gateway);
  // A busy machine registers it after the response: the same mutation tells when it is the default.
  const { body } = await eventually(
    () => attachSigner(gateway, provider.id, signer),
    (attached) => attached.body.errors !== undefined || attached.body.data.attachSigner.signer.isDefault,
    20_000,
  );
  if (body.errors) throw new Error(body.errors[0].message);
  return { secret, apiKey, provider, account, signer };
}

/** Attaches a wallet to a provider as the operator. */
export function attachSigner(
  gateway: OperatorClient,
  provider: string,
  wallet: string,
  isDefault?: boolean,
): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: AttachSignerInput!) {
      attachSigner(input: $input) { provider { id } signer { address label isDefault isRegistered } }
    }`,
    { input: { provider, wallet, default: isDefault } },
    gateway.operatorToken,
  );
}

/** The addresses of the embedded chain's funded wallets, by label. */
export async function demoWallets(gateway: OperatorClient): Promise<Map<string, string>> {
  const { body } = await gateway.graphql(
    '{ wallets(last: 100) { edges { node { address label } } } }',
    {},
    gateway.operatorToken,
  );
  const nodes: Json[] = body.data.wallets.edges.map(({ node }: Json) => node);
  return new Map(nodes.map(({ label, address }) => [label, address]));
}

async function findFreeDemoSigner(gateway: OperatorClient): Promise<string> {
  const [wallets, { body }] = await Promise.all([
    demoWallets(gateway),
    gateway.graphql(
      '{ providers(first: 100) { edges { node { signers(first: 10) { edges { node { address } } } } } } }',
      {},
      gateway.operatorToken,
    ),
  ]);
  const used = new Set(
    nodesOf(body.data.providers).flatMap(({ signers }) => nodesOf(signers).map(({ address }) => address)),
  );
  for (let number = 1; wallets.has(`demo signer ${number}`); number += 1) {
    const address = wallets.get(`demo signer ${number}`) ?? '';
    if (!used.has(address)) return address;
  }
  throw new Error('All funded wallets of the embedded chain sign for providers already.');
}
