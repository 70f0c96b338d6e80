import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client } from './client.ts';
import { startProcess, type ServerProcess } from './process.ts';

/** The real server in a process of its own, with a client of it. */
export type Server = ServerProcess & Client;

/** Starts the server on this DATA_DIR, without rate limits; resolves when it listens. */
export async function startServer(
  directory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const server = await startProcess({
    DATA_DIR: directory,
    RATE_LIMIT: 'off',
    SIGN_IN_LIMIT: '100000',
    ...variables,
  });
  const operatorToken = await readFile(join(directory, 'operator-token'), 'utf8');
  return { ...server, ...createClient(server.url, operatorToken.trim()) };
}
