import type { SqlEntityManager } from '@mikro-orm/sql';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import { openDatabase, type Database } from '../../../src/adapters/postgres/connection/database.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { createApp, type App } from '../../../src/app/create-app.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase } from '../database/database.ts';
import { placeEmbeddedDatabase } from '../database/embedded-database.ts';
import { newEmail } from '../listings.ts';
import { eventually } from '../eventually.ts';
import { codeOf, mailsTo } from '../mail/mail.ts';
import { openTestRedis } from '../database/redis.ts';

type Variables = Readonly<Record<string, string>>;

/** A real gateway in this process, on the embedded database or on the servers of DATABASE_URL and REDIS_URL. */
export interface Gateway extends Client {
  /** For example http://127.0.0.1:40123. */
  readonly url: string;
  readonly port: number;
  /** Its DATA_DIR. */
  readonly directory: string;
  /** Its configuration; another gateway started with the same variables shares its database. */
  readonly variables: Variables;
  readonly operatorToken: string;
  /** Its log: one JSON text per entry. */
  readonly log: readonly string[];
  /** Signs in to the account of this address with the code from its mail; returns the session token. */
  signIn(email?: string): Promise<string>;
  /** Runs `work` on the gateway's own database connection. */
  onDatabase<Result>(work: (em: SqlEntityManager, sql: Sql) => Promise<Result>): Promise<Result>;
  /** Stops as on SIGTERM and starts again at the same port, with these variables changed; `whileStopped` runs between. */
  restart(whileStopped?: () => Promise<void>, changed?: Variables): Promise<void>;
  /** The metrics of this gateway, as text. */
  metrics(): Promise<string>;
  /** Makes `/readyz` response that the gateway is not ready. */
  drain(): void;
  stop(): Promise<void>;
}

/** Starts a gateway on a free port, or on PORT; `variables` override the configuration for tests. */
export async function startGateway(variables: Variables = {}): Promise<Gateway> {
  const directory = variables['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'gateway-')));
  const database = variables['DATABASE_URL'] === undefined ? await createTestDatabase() : undefined;
  const redisUrl = variables['REDIS_URL'] ?? (await openTestRedis());
  const all: Variables = {
    DATA_DIR: directory,
    RATE_LIMIT: 'off',
    // All tests share one address.
    SIGN_IN_LIMIT: '100000',
    CHAIN: 'off',
    ...(database && { DATABASE_URL: database.url }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...variables,
  };
  if (all['DATABASE_URL'] === undefined && variables['DATA_DIR'] === undefined)
    await placeEmbeddedDatabase(join(directory, 'db'));
  const log: string[] = [];
  let running = await listen(all, Number(variables['PORT'] ?? 0), log);
  let isRunning = true;
  /** After a start that was refused there is nothing to stop. */
  const stopRunning = async () => {
    if (isRunning) await close(running);
    isRunning = false;
  };
  const { port } = running.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const operatorToken = await readOperatorToken(running.app);
  const client = createClient(url, operatorToken);

  return {
    ...client,
    url,
    port,
    directory,
    variables: all,
    operatorToken,
    log,
    async signIn(email = newEmail()) {
      // An instance whose processor is busy sheds requests.
      await eventually(
        () => client.graphql(REQUEST_CODE, { email }),
        ({ status }) => status !== 503,
      );
      const code = codeOf((await mailsTo(directory, email)).at(-1) ?? '');
      const { body } = await client.graphql(SIGN_IN, { email, code });
      return String(body.data.signIn.token);
    },
    onDatabase: (work) => work(running.database.em(), running.database.sql),
    async restart(whileStopped, changed) {
      await stopRunning();
      await whileStopped?.();
      running = await listen({ ...all, ...changed }, port, log);
      isRunning = true;
    },
    metrics: () => running.app.metrics.text(),
    drain: () => running.app.drain(),
    async stop() {
      await stopRunning();
      await database?.drop();
      if (variables['DATA_DIR'] === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

const REQUEST_CODE = 'mutation ($email: String!) { requestSignInCode(input: { email: $email }) { email } }';
const SIGN_IN = `mutation ($email: String!, $code: String!) {
  signIn(input: { email: $email, code: $code }) { token }
}`;

interface Running {
  readonly app: App;
  readonly server: Server;
  readonly database: Database;
}

async function listen(variables: Variables, port: number, log: string[]): Promise<Running> {
  const logger = pino({}, { write: (line: string) => log.push(line) });
  let opened: Promise<Database> | undefined;
  const app = await createApp(readConfig(variables), logger, (options) => (opened = openDatabase(options)));
  const server = createHttpServer(app);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { app, server, database: await opened! };
}

async function close({ app, server }: Running): Promise<void> {
  app.drain();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await app.close();
}

async function readOperatorToken({ operatorTokenFile }: App): Promise<string> {
  return operatorTokenFile === undefined ? '' : (await readFile(operatorTokenFile, 'utf8')).trim();
}
