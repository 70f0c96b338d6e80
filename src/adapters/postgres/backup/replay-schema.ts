import type { Sql, TransactionalSql } from '../connection/sql.ts';
import { PROJECTED_TABLES } from '../read-model/write/erase.ts';

/** The schema of a second read model, beside the one that is served. */
export const REPLAY = 'replay';

/** What the statements and triggers of the projection use. */
const TABLES = [...PROJECTED_TABLES, 'chain_cursor', 'round_change'];

/** Creates an empty read model in a schema of its own; one that is there is removed. Returns the statements that see it. */
export async function createReplay(sql: TransactionalSql): Promise<TransactionalSql> {
  await sql.transaction(async (transaction) => {
    const run = (text: string) => transaction.query({ name: '', text }, []);
    await run(`drop schema if exists ${REPLAY} cascade`);
    await run(`create schema ${REPLAY}`);
    for (const table of TABLES)
      await run(`create table ${REPLAY}.${table} (like public.${table} including all)`);
    const triggers = await transaction.query(TRIGGERS, [JSON.stringify(TABLES)]);
    for (const [definition] of triggers)
      await run(String(definition).replace(' ON public.', ` ON ${REPLAY}.`));
  });
  return inSchema(sql);
}

/** The statements of a replay that exists. */
export function inSchema(sql: TransactionalSql): TransactionalSql {
  const within = <Result>(work: (replay: Sql) => Promise<Result>) =>
    sql.transaction(async (transaction) => {
      await transaction.query(SEARCH_PATH, []);
      return work({
        // The same statement on other tables has another plan.
        query: ({ name, text }, values) =>
          transaction.query({ name: name && `${REPLAY}-${name}`, text }, values),
      });
    });
  return { query: (...args) => within((replay) => replay.query(...args)), transaction: within };
}

/** Removes the second read model. */
export async function dropReplay(sql: Sql): Promise<void> {
  await sql.query({ name: '', text: `drop schema if exists ${REPLAY} cascade` }, []);
}

const SEARCH_PATH = { name: '', text: `set local search_path = ${REPLAY}, public` };
const TRIGGERS = {
  name: '',
  text: `
    select pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
      and c.relname in (select json_array_elements_text($1::json))
    order by t.oid`,
};
