import { Client } from 'pg';

/** A pooler that has several idle servers may give another one to the second connection. */
const TRIES = 5;

/**
 * Requires that each connection to this PostgreSQL URL has a server of its own. Throws an Error behind a pooler in transaction mode,
 * which gives the same one to several connections in turn: prepared statements, session settings and the lock of migrations would be
 * lost, or belong to others.
 */
export async function requireSessions(url: string): Promise<void> {
  const [first, second] = [0, 1].map(() => open(url)) as [Client, Client];
  try {
    await first.connect();
    // A pooler invents the number that it announces.
    if ((await serverOf(first)) === announcedBy(first)) return;
    await second.connect();
    for (let left = TRIES; left > 0; left -= 1)
      if ((await serverOf(first)) === (await serverOf(second))) throw new Error(SHARED);
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

const SHARED =
  'It leads to a connection pooler in transaction mode, in which connections share their servers. The service needs sessions, for its ' +
  'prepared statements, its settings and the lock of migrations: use pool_mode = session, or connect to PostgreSQL itself.';

const TIMEOUT_MS = 5_000;

function open(url: string): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'giveaways start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A lost connection fails the statement too.
  client.on('error', () => undefined);
  return client;
}

async function serverOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** The process of the server as the start of the connection named it, which the driver's types leave out. */
const announcedBy = (client: Client) => (client as Client & { readonly processID?: number }).processID;
