import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_URL } from './database.ts';
import { BUILT } from './paths.ts';
import { freePort, startServer, type Server } from './server.ts';

const MAIN = join(BUILT, 'src', 'main.js');
let dataDirectory: string | undefined;

/** Whether `npm run build` has made the product. */
export function isProductBuilt(): boolean {
  return existsSync(MAIN);
}

/** Starts the built product; further variables are for rows that need them. */
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

/** Makes a publisher's key through the product's own GraphQL, as its operator. */
export async function createPublisherKey(server: Server): Promise<string> {
  const { createApiKey } = await askAsOperator<{ readonly createApiKey: { readonly secret: string } }>(
    server,
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { account: 'bench@example.com', scopes: ['giveaways:publish'], name: 'bench' },
  );
  return createApiKey.secret;
}

/** Makes a signer whose key the product keeps; returns its address. */
export async function createSigner(server: Server): Promise<string> {
  const { createWallet } = await askAsOperator<{
    readonly createWallet: { readonly wallet: { readonly address: string } };
  }>(server, 'mutation($input: CreateWalletInput!) { createWallet(input: $input) { wallet { address } } }', {
    purpose: 'SIGNER',
    label: 'bench',
  });
  return createWallet.wallet.address;
}

async function askAsOperator<Data>({ port }: Server, query: string, input: unknown): Promise<Data> {
  const operator = readFileSync(join(productDirectory(), 'operator-token'), 'utf8').trim();
  const response = await fetch(`http://localhost:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator}` },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (errors !== undefined || data == null) throw new Error(`The product refused: ${JSON.stringify(errors)}`);
  return data;
}

function productDirectory(): string {
  if (dataDirectory === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-data-'));
    process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
    dataDirectory = directory;
  }
  return dataDirectory;
}
