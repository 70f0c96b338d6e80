import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { takePort } from './ports.ts';
import { defineProgram, makeFolderOfPostgres, type Program } from './program.ts';

/** The pool of connections to the database. */
export interface Pgbouncer extends Program {
  readonly port: number;
  /** The primary, with a server for each connection. */
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** The primary in transaction mode, which the service refuses. */
  readonly transactionUrl: string;
}

interface PgbouncerOptions {
  readonly program: string;
  readonly folder: string;
  readonly database: string;
  readonly primaryPort: number;
  readonly replicaPort: number;
}

export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const { program, folder, database, primaryPort, replicaPort } = options;
  const port = await takePort();
  const own = join(folder, 'pgbouncer');
  makeFolderOfPostgres(own);
  const users = join(own, 'users');
  await writeFile(users, '"postgres" ""\n');
  const file = join(own, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
primary = host=127.0.0.1 port=${primaryPort} dbname=${database}
replica = host=127.0.0.1 port=${replicaPort} dbname=${database}
transaction = host=127.0.0.1 port=${primaryPort} dbname=${database} pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir = ${own}
auth_type = trust
auth_file = ${users}
admin_users = postgres
pool_mode = session
max_client_conn = 1000
default_pool_size = 150
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 5
`,
  );
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const pgbouncer = defineProgram({
    name: 'pgbouncer',
    folder,
    command: [program, file],
    refusesRoot: true,
    isReady: () => isReady(url('pgbouncer')),
  });
  await pgbouncer.start();
  return {
    ...pgbouncer,
    port,
    primaryUrl: url('primary'),
    replicaUrl: url('replica'),
    transactionUrl: url('transaction'),
  };
}

/** Whether its own console answers. */
async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('show version');
    return true;
  } finally {
    await client.end();
  }
}
