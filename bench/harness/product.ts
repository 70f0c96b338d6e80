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
export async function startProduct(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const port = await freePort();
  return startServer({
    file: MAIN,
    port,
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
export async function createPublisherKey({ port }: Server): Promise<string> {
  const operator = readFileSync(join(productDirectory(), 'operator-token'), 'utf8').trim();
  const response = await fetch(`http://localhost:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator}` },
    body: JSON.stringify({
      query: 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
      variables: {
        input: { account: 'bench@example.com', scopes: ['giveaways:publish'], name: 'bench' },
      },
    }),
  });
  const answer = (await response.json()) as { data?: { createApiKey?: { secret?: string } } };
  const secret = answer.data?.createApiKey?.secret;
  if (secret === undefined) throw new Error(`The product made no key: ${JSON.stringify(answer)}`);
  return secret;
}

function productDirectory(): string {
  if (dataDirectory === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-data-'));
    process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
    dataDirectory = directory;
  }
  return dataDirectory;
}
