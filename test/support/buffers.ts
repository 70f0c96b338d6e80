import type { Sql } from '../../src/adapters/postgres/sql.ts';

/** Statements that also say how many buffers they met: hit, read from disk, or written. */
export interface MeasuredSql extends Sql {
  /** By the names of the statements, the highest of each. */
  readonly buffers: ReadonlyMap<string, number>;
}

/**
 * Explains each statement as it is executed (EXPLAIN, parameters ANALYZE and BUFFERS). A statement that writes is executed
 * once, by EXPLAIN itself, and answers no rows.
 */
export function measureBuffers(sql: Sql): MeasuredSql {
  const buffers = new Map<string, number>();
  return {
    buffers,
    async query(statement, values) {
      if (!EXPLAINED.test(statement.text)) return sql.query(statement, values);
      const explain = `explain (analyze, buffers, format json) ${statement.text}`;
      const [row] = await sql.query({ name: '', text: explain }, values);
      const { Plan: plan } = JSON.parse(String(row?.[0]))[0] as { Plan: Record<string, number> };
      const met = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      buffers.set(statement.name, Math.max(met, buffers.get(statement.name) ?? 0));
      return WRITES.test(statement.text) ? [] : sql.query({ name: '', text: statement.text }, values);
    },
  };
}

const EXPLAINED = /^\s*(?:select|with|insert|update|delete)\b/;
const WRITES = /\b(?:insert into|update|delete from)\b/;
