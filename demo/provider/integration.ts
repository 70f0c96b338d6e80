import { graphql, readOperatorToken, URL_OF_GATEWAY } from '../gateway.ts';
import { step, tell } from '../tell.ts';

/** Any members of an answer. */
// oxlint-disable-next-line typescript/no-explicit-any
type Named = Record<string, any>;

/** An answer of the provider API. */
export interface Answer {
  readonly status: number;
  readonly body: Named;
}

/** A provider's own server, as the gateway sees it: it has a key, and no access to the chain. */
export interface Integration {
  readonly provider: { readonly id: string; readonly chainKey: string };
  /** Returns the answer's result; throws an Error unless the operation succeeded. */
  ask(endpoint: string, body: object): Promise<Named>;
  /** Returns the answer, whatever it is. */
  tryTo(endpoint: string, body: object): Promise<Answer>;
  /** Sends a GET. */
  read(pathAndQuery: string): Promise<Named>;
}

const SCOPES = ['provider:giveaways', 'provider:entries', 'provider:passports', 'provider:contacts'];
const ACCOUNT = 'provider@example.com';
const LABEL = 'demo signer 3';

/** The operator's one-time setup of a new provider; returns the provider's key. */
export async function openIntegration(): Promise<Integration> {
  step('Opening a provider as the operator: createProvider, addProviderMember, attachSigner, createApiKey');
  const token = await readOperatorToken();
  const provider = await findOrCreate(token);
  const { wallets } = await graphql<{ wallets: { edges: { node: { address: string; label: string } }[] } }>(
    '{ wallets(first: 100) { edges { node { address label } } } }',
    {},
    token,
  );
  const wallet = wallets.edges.find(({ node }) => node.label === LABEL)?.node.address;
  await graphql(
    'mutation ($input: AttachSignerInput!) { attachSigner(input: $input) { signer { address } } }',
    { input: { provider: provider.id, wallet, default: true } },
    token,
  );
  const { createApiKey } = await graphql<{ createApiKey: { secret: string } }>(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: { name: 'Demo', scopes: SCOPES, account: ACCOUNT, provider: provider.id } },
    token,
  );
  tell(`${provider.id} has ${wallet} as its signer, and a key`);
  const asking = createAsking(createApiKey.secret);
  return { provider, ...asking };
}

function createAsking(key: string): Pick<Integration, 'ask' | 'tryTo' | 'read'> {
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${URL_OF_GATEWAY}/api/provider/integrations/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        // The longest time that the gateway waits for the chain, since this machine may be slow.
        prefer: 'wait=60',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Named };
  };
  const resultOf = (path: string, { status, body }: Answer): Named => {
    if (status === 200) return body['result'] as Named;
    throw new Error(`${path} answered ${status}: ${body['error']?.message ?? JSON.stringify(body)}`);
  };
  return {
    ask: async (endpoint, body) => resultOf(endpoint, await send('POST', endpoint, body)),
    tryTo: (endpoint, body) => send('POST', endpoint, body),
    read: async (path) => resultOf(path, await send('GET', path)),
  };
}

const NAME = 'Demo provider by REST';

async function findOrCreate(token: string): Promise<Integration['provider']> {
  const { providers } = await graphql<{
    providers: { edges: { node: Integration['provider'] & { name: string } }[] };
  }>('{ providers(first: 100) { edges { node { id name chainKey } } } }', {}, token);
  const known = providers.edges.find(({ node }) => node.name === NAME)?.node;
  if (known) return known;
  const { createProvider } = await graphql<{ createProvider: { provider: Integration['provider'] } }>(
    'mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { id chainKey } } }',
    { input: { name: NAME } },
    token,
  );
  await graphql(
    'mutation ($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { id } } }',
    { input: { provider: createProvider.provider.id, account: ACCOUNT } },
    token,
  );
  return createProvider.provider;
}
