import type { Sql, TransactionalSql } from '../../../src/adapters/postgres/connection/sql.ts';

/** A connection that also counts the buffers that its statements read. */
export interface MeasuredSql extends Sql {
  /** The highest count of each statement, by the statement's name. */
  readonly buffers: ReadonlyMap<string, number>;
}

/**
 * Explains each statement as it is executed (EXPLAIN with ANALYZE and BUFFERS). A statement that writes is executed once,
 * by EXPLAIN itself, and returns no rows.
 */
export function measureBuffers(sql: Sql): MeasuredSql {
  const buffers = new Map<string, number>();
  return {
    buffers,
    async query(statement, values) {
      if (!EXPLAINED.test(statement.text)) return sql.query(statement, values);
      const buffersRead = buffersOf(
        await sql.query({ name: '', text: `${EXPLAIN} ${statement.text}` }, values),
      );
      buffers.set(statement.name, Math.max(buffersRead, buffers.get(statement.name) ?? 0));
      return WRITES.test(statement.text) ? [] : sql.query({ name: '', text: statement.text }, values);
    },
  };
}

/** The same for reads with generic plans, which the connections for public reads use. */
export function measureGenericPlans(sql: TransactionalSql): MeasuredSql {
  const buffers = new Map<string, number>();
  return {
    buffers,
    query: (statement, values) =>
      sql.transaction(async (inner) => {
        const run = (text: string) => inner.query({ name: '', text }, []);
        await run('set local plan_cache_mode = force_generic_plan');
        await run(`prepare measured as ${statement.text}`);
        const call = values.length === 0 ? 'measured' : `measured(${values.map(toLiteral).join(', ')})`;
        const buffersRead = buffersOf(await run(`${EXPLAIN} execute ${call}`));
        buffers.set(statement.name, Math.max(buffersRead, buffers.get(statement.name) ?? 0));
        const rows = await run(`execute ${call}`);
        await run('deallocate measured');
        return rows;
      }),
  };
}

const EXPLAIN = 'explain (analyze, buffers, format json)';
const EXPLAINED = /^\s*(?:select|with|insert|update|delete)\b/;
const WRITES = /\b(?:insert into|update|delete from)\b/;

function buffersOf([row]: Awaited<ReturnType<Sql['query']>>): number {
  const { Plan: plan } = JSON.parse(String(row?.[0]))[0] as { Plan: Record<string, number> };
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : value;
  return `'${(typeof text === 'string' ? text : JSON.stringify(text)).replaceAll("'", "''")}'`;
}
