import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import type { CopiedTable } from './copied-tables.ts';
import { feedProgram } from './pg-programs.ts';

/** So many pages are in memory at a time: 4 MiB, more where values are compressed. */
const PAGES = 512;
const PSQL = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1'];

/**
 * Copies all rows of a table from the embedded database to a server, in one transaction there: PostgreSQL's COPY on both sides.
 * `note` hears how many of the pages were read. Triggers do not see the rows, which are as they made them. Throws an Error of psql.
 */
export async function copyTable(
  from: Pick<EmbeddedPostgres, 'query'>,
  url: string,
  table: CopiedTable,
  note: (pages: number) => void,
): Promise<void> {
  await feedProgram('psql', { url, args: PSQL }, script(from, table, note));
}

async function* script(
  from: Pick<EmbeddedPostgres, 'query'>,
  { name, columns, parts }: CopiedTable,
  note: (pages: number) => void,
): AsyncGenerator<Uint8Array> {
  const listed = columns.join(', ');
  yield Buffer.from(
    `set client_encoding = 'UTF8';\nbegin;\nalter table ${name} disable trigger user;\ncopy ${name} (${listed}) from stdin;\n`,
  );
  for (const part of parts)
    for (let page = 0; page < part.pages; page += PAGES) {
      const rows = `select ${listed} from ${part.name} where ctid >= '(${page},0)' and ctid < '(${page + PAGES},0)'`;
      const { blob } = await from.query(`copy (${rows}) to '/dev/blob'`);
      if (blob !== undefined) yield new Uint8Array(await blob.arrayBuffer());
      note(Math.min(PAGES, part.pages - page));
    }
  yield Buffer.from(`\\.\nalter table ${name} enable trigger user;\ncommit;\n`);
}
