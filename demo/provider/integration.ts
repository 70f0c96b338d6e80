import type { Giveaways, Operation } from '@giveaway-gateway/client';
import { AddProviderMember, AttachSigner, CreateApiKey, Wallets } from '@giveaway-gateway/client/documents';
import { findOrCreateProvider, type Provider } from '../find-or-create-provider.ts';
import { graphqlAs, readOperatorToken, restAs } from '../gateway.ts';
import { step, tell } from '../tell.ts';

/** A provider's own server, as the gateway sees it: it has a key, and no access to the chain. */
export interface Integration {
  readonly provider: Provider;
  readonly api: Giveaways;
}

const SCOPES = ['provider:giveaways', 'provider:entries', 'provider:passports', 'provider:contacts'];
const ACCOUNT = 'provider@example.com';
const LABEL = 'demo signer 3';
const NAME = 'Demo provider by REST';

/** The operator's one-time setup of a new provider; returns the provider with its key. */
export async function openIntegration(): Promise<Integration> {
  step('Opening a provider as the operator: createProvider, addProviderMember, attachSigner, createApiKey');
  const token = await readOperatorToken();
  const graphql = graphqlAs(token);
  const provider = await findOrCreateProvider(token, NAME);
  await graphql(AddProviderMember, { input: { provider: provider.id, account: ACCOUNT } });
  const { wallets } = await graphql(Wallets, { first: 100 });
  const wallet = wallets.nodes.find(({ label }) => label === LABEL)?.address;
  if (wallet === undefined) throw new Error(`The gateway has no wallet with the label ${LABEL}.`);
  await graphql(AttachSigner, { input: { provider: provider.id, wallet, default: true } });
  const { createApiKey } = await graphql(CreateApiKey, {
    input: { name: 'Demo', scopes: SCOPES, account: ACCOUNT, provider: provider.id },
  });
  tell(`${provider.id} has ${wallet} as its signer, and a key`);
  return { provider, api: restAs(createApiKey.secret) };
}

/** The response to a change of the chain. */
interface Changed<Result> {
  readonly result: Result;
  readonly operation: Operation;
}

/** The result of a change once the chain has it: all its fields are known then. Throws an Error when that takes too long. */
export async function resultOf<Result>(request: Promise<Changed<Result>>): Promise<Required<Result>> {
  const { result, operation } = await request;
  if (operation.status === 'CONFIRMED' || operation.status === 'FINALIZED') return result as Required<Result>;
  throw new Error(`The operation ${operation.id} takes too long: it is ${operation.status}.`);
}
