import pg from 'pg';

/** The URL of PostgreSQL; the seed drops and creates the database that the rows use. */
export const DATABASE_URL = process.env['BENCH_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/bench';

/** Another database on the same server: the first one's name with this suffix. */
export function databaseBeside(ending: string): string {
  const url = new URL(DATABASE_URL);
  url.pathname = `${url.pathname}_${ending}`;
  return url.href;
}

/** Runs work on one connection to the benchmark's database. */
export function withDatabase<Result>(
  work: (client: pg.Client) => Promise<Result>,
  url = DATABASE_URL,
): Promise<Result> {
  return withClient(url, work);
}

/** Drops a database of the benchmarks and creates it, empty or as a copy of the seeded one. */
export async function recreateDatabase(
  url = DATABASE_URL,
  content: 'empty' | 'seed' = 'empty',
): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if (!/^bench\w*$/.test(name))
    throw new Error('The database to drop must have a name that begins with bench.');
  const server = new URL(url);
  server.pathname = '/postgres';
  await withClient(server.href, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(
      content === 'seed'
        ? `create database ${name} template ${new URL(DATABASE_URL).pathname.slice(1)}`
        : `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    );
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
