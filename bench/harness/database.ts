import pg from 'pg';

/** Where PostgreSQL answers; the database that the rows use is dropped and made anew by the seed. */
export const DATABASE_URL = process.env['BENCH_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/bench';

/** Runs work on one connection to the benchmark's database. */
export function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withClient(DATABASE_URL, work);
}

/** Drops the benchmark's database and creates it empty. */
export async function recreateDatabase(): Promise<void> {
  const name = new URL(DATABASE_URL).pathname.slice(1);
  if (!/^bench\w*$/.test(name))
    throw new Error('The database to drop must have a name that begins with bench.');
  const server = new URL(DATABASE_URL);
  server.pathname = '/postgres';
  await withClient(server.href, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  });
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
