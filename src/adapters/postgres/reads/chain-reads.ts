import type { ChainColumn, ChainReads, ChainRow } from '../../../core/ports/chain-reads.ts';
import { toIsoInstant, type Sql, type Statement } from '../sql.ts';
import { INSTANTS } from './columns.ts';
import { SOURCES } from './sources.ts';
import { statementText, statementValues } from './statement.ts';

// Shapes multiply by the columns asked for; a connection keeps this many prepared and no more.
const MOST_PREPARED = 400;

/** Reads the read model of the chain: one prepared statement per shape of question (hot path: `chain-…`). */
export function createChainReads({ readSql }: { readonly readSql: Sql }): ChainReads {
  const statements = new Map<string, Statement>();
  return {
    async read(source, keys, columns, page) {
      if (keys.length === 0) return [];
      const flags = page ? `${page.backward ? 1 : 0}${page.after ? 1 : 0}${page.before ? 1 : 0}` : '';
      const shape = `${source} ${flags} ${columns.join(' ')}`;
      let statement = statements.get(shape);
      if (statement === undefined) {
        const prepare = statements.size < MOST_PREPARED;
        const name = prepare ? `chain-${statements.size}` : '';
        statement = { name, text: statementText(SOURCES[source], columns, page) };
        if (prepare) statements.set(shape, statement);
      }
      const rows = await readSql.query(statement, statementValues(SOURCES[source], keys, page));
      return withInstants(rows as ChainRow[], columns);
    },
  };
}

function withInstants(rows: ChainRow[], columns: readonly ChainColumn[]): ChainRow[] {
  const places = columns.flatMap((column, index) => (INSTANTS.has(column) ? [index + 1] : []));
  if (places.length === 0) return rows;
  for (const row of rows) {
    for (const place of places) if (row[place] !== null) row[place] = toIsoInstant(String(row[place]));
  }
  return rows;
}
