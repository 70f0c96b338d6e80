import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { DATABASE_URL } from './database.ts';
import { BUILT } from '../paths.ts';
import { freePort, startServer, type Server } from './server.ts';

const MAIN = join(BUILT, 'src', 'main.js');
const ATTACHED_WITHIN_MS = 60_000;
let dataDirectory: string | undefined;

/** Whether the product has been built (`npm run build`). */
export function isProductBuilt(): boolean {
  return existsSync(MAIN);
}

/** Starts the built product, with further variables for some rows. */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  { allCores = false }: { readonly allCores?: boolean } = {},
): Promise<Server> {
  const port = await freePort();
  return startServer({
    file: MAIN,
    port,
    allCores,
    environment: {
      DATABASE_URL,
      DATA_DIR: productDirectory(),
      RATE_LIMIT: 'off',
      CHAIN: 'off',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: `http://localhost:${port}`,
      ...environment,
    },
    isReady: (status) => status === 200,
  });
}

/** Creates a publisher's key as the operator, through the product's GraphQL API. */
export async function createPublisherKey(server: Server): Promise<string> {
  const { createApiKey } = await queryAsOperator<{ readonly createApiKey: { readonly secret: string } }>(
    server,
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { account: 'bench@example.com', scopes: ['giveaways:publish'], name: 'bench' },
  );
  return createApiKey.secret;
}

/** Creates a signer whose key the product holds; returns its address. */
export async function createSigner(server: Server): Promise<string> {
  const { createWallet } = await queryAsOperator<{
    readonly createWallet: { readonly wallet: { readonly address: string } };
  }>(server, 'mutation($input: CreateWalletInput!) { createWallet(input: $input) { wallet { address } } }', {
    purpose: 'SIGNER',
    label: 'bench',
  });
  return createWallet.wallet.address;
}

/** Imports a wallet's key into the product. */
export async function importSigner(server: Server, privateKey: string): Promise<void> {
  await queryAsOperator(
    server,
    'mutation($input: ImportWalletInput!) { importWallet(input: $input) { wallet { address } } }',
    { purpose: 'SIGNER', label: 'bench', privateKey },
  );
}

/** A provider with a key of its member. */
export interface ProviderKey {
  readonly provider: string;
  /** Its key in the contracts. */
  readonly chainKey: string;
  readonly key: string;
}

/** Creates a provider with a member and a key. */
export async function createProviderKey(server: Server): Promise<ProviderKey> {
  const account = 'bench@example.com';
  const { createProvider } = await queryAsOperator<{
    readonly createProvider: { readonly provider: { readonly id: string; readonly chainKey: string } };
  }>(
    server,
    'mutation($input: CreateProviderInput!) { createProvider(input: $input) { provider { id chainKey } } }',
    { name: 'bench' },
  );
  const { id: provider, chainKey } = createProvider.provider;
  await queryAsOperator(
    server,
    'mutation($input: AddProviderMemberInput!) { addProviderMember(input: $input) { provider { id } } }',
    { provider, account },
  );
  const { createApiKey } = await queryAsOperator<{ readonly createApiKey: { readonly secret: string } }>(
    server,
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    {
      account,
      provider,
      scopes: ['provider:giveaways', 'provider:entries', 'provider:passports'],
      name: 'bench',
    },
  );
  return { provider, chainKey, key: createApiKey.secret };
}

/** Registers a wallet as a provider's signer, on the chain too; waits until the product is connected to its chain. */
export async function attachSigner(server: Server, provider: string, wallet: string): Promise<void> {
  for (const deadline = Date.now() + ATTACHED_WITHIN_MS; ;) {
    try {
      const { attachSigner: attached } = await queryAsOperator<{
        readonly attachSigner: { readonly signer: { readonly isDefault: boolean } };
      }>(
        server,
        'mutation($input: AttachSignerInput!) { attachSigner(input: $input) { signer { isDefault } } }',
        { provider, wallet },
      );
      if (attached.signer.isDefault) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error('The signer was not registered in time.');
    await after(500);
  }
}

async function queryAsOperator<Data>({ port }: Server, query: string, input: unknown): Promise<Data> {
  const operator = operatorToken();
  const response = await fetch(`http://localhost:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator}` },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (errors !== undefined || data == null) throw new Error(`The product refused: ${JSON.stringify(errors)}`);
  return data;
}

/** The product's operator token, once it has started. */
export function operatorToken(): string {
  return readFileSync(join(productDirectory(), 'operator-token'), 'utf8').trim();
}

function productDirectory(): string {
  if (dataDirectory === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-data-'));
    process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
    dataDirectory = directory;
  }
  return dataDirectory;
}
