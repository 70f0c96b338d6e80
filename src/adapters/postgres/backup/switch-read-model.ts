import type { Sql, TransactionalSql } from '../connection/sql.ts';
import { PROJECTED_TABLES } from '../read-model/write/erase.ts';
import { SETTINGS } from '../read-model/write/settings.ts';
import {
  areSame,
  compareReadModels,
  readPrimaryKey,
  toCompared,
  type TableComparison,
} from './compare-read-models.ts';
import { keepErrors } from './keep-errors.ts';
import { REPLAY } from './replay-schema.ts';

/** What a switch found, and how many rows of each table it wrote; none when nothing differed. */
export interface Switched {
  readonly comparison: readonly TableComparison[];
  readonly written: Readonly<Record<string, number>>;
}

interface Switch {
  /** Brings the replay up to the newest block. */
  readonly catchUp: () => Promise<void>;
  /** Throws an Error when the replay may not replace the served read model; called where they differ. */
  readonly requireBetter: (sql: Sql) => Promise<void>;
  readonly note: (table: string) => void;
}

/**
 * Makes the served read model what the replay is, in one transaction: rows that are the same are not written, so that readers do not
 * notice. The projection waits meanwhile, and goes on from where the replay stands. Throws an Error, without any change, when the
 * served read model is ahead of the node.
 */
export async function switchReadModel(
  sql: TransactionalSql,
  { catchUp, requireBetter, note }: Switch,
): Promise<Switched> {
  return keepErrors(sql, async (transaction) => {
    await transaction.query(SETTINGS, []);
    await transaction.query(NO_LIMIT, []);
    await transaction.query(LOCK, []);
    await catchUp();
    const [ahead] = await transaction.query(AHEAD, []);
    if (ahead?.[0] !== false)
      throw new Error(
        'The read model has blocks that the node does not have yet: try again, or use another node.',
      );
    const comparison = await compareReadModels(transaction, note);
    if (areSame(comparison)) return { comparison, written: {} };
    await requireBetter(transaction);
    const written: Record<string, number> = {};
    for (const table of PROJECTED_TABLES) {
      if (table === 'chain_step') continue;
      const count = await patch(transaction, table);
      if (count > 0) written[table] = count;
    }
    await transaction.query(MOVE, []);
    return { comparison, written };
  });
}

async function patch(sql: Sql, table: (typeof PROJECTED_TABLES)[number]): Promise<number> {
  const key = await readPrimaryKey(sql, table);
  const same = key.map((column) => `r.${column} = s.${column}`).join(' and ');
  const [removed] = await sql.query(
    {
      name: '',
      text: `
        with removed as (
          delete from public.${table} s
          where not exists (select from ${REPLAY}.${table} r where ${same} and ${toCompared(table, 'r')} = ${toCompared(table, 's')})
          returning 1)
        select count(*) from removed`,
    },
    [],
  );
  const [added] = await sql.query(
    {
      name: '',
      text: `
        with added as (
          insert into public.${table}
          select r.* from ${REPLAY}.${table} r
          where not exists (select from public.${table} s where ${same})
          returning 1)
        select count(*) from added`,
    },
    [],
  );
  return Math.max(Number(removed?.[0]), Number(added?.[0]));
}

const NO_LIMIT = { name: '', text: `set local statement_timeout = 0` };
// Waits for the step of the projection that is under way, and lets none begin.
const LOCK = { name: '', text: 'select from public.chain_cursor for update' };
const AHEAD = {
  name: '',
  text: `select s.next_block > r.next_block from public.chain_cursor s cross join ${REPLAY}.chain_cursor r`,
};
// The version that is left out says that anything may have changed.
const MOVE = {
  name: '',
  text: `
    update public.chain_cursor s
    set next_block = r.next_block, head_number = r.head_number, head_at = r.head_at, clock_ahead = r.clock_ahead,
      confirmed_number = r.confirmed_number, finalized_number = r.finalized_number, version = s.version + 2
    from ${REPLAY}.chain_cursor r`,
};
