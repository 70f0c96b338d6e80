import type { Fingerprints } from '../../../core/status/shared-settings.ts';
import type { Sql, Statement } from '../connection/sql.ts';

/** Notes the secrets and the shared settings that this instance uses, and deletes what no instance has noted for minutes. */
export async function noteSecretUse(sql: Sql, used: Fingerprints): Promise<void> {
  await sql.query(NOTE, [JSON.stringify(used)]);
  await sql.query(DELETE_OLD, []);
}

/** What instances noted in the last minutes. */
export async function readSecretUses(sql: Sql): Promise<readonly Fingerprints[]> {
  const rows = await sql.query(READ, []);
  return rows.map(([fingerprints]) => JSON.parse(String(fingerprints)) as Fingerprints);
}

const NOTE: Statement = {
  name: 'note-secret-use',
  text: `
    insert into secret_use (fingerprints) values ($1::jsonb)
    on conflict (fingerprints) do update set used_at = now()`,
};
// The clock of the database may have been set back.
const IS_PRESENT = `used_at between now() - interval '3 minutes' and now() + interval '3 minutes'`;
const DELETE_OLD: Statement = {
  name: 'delete-old-secret-uses',
  text: `delete from secret_use where not (${IS_PRESENT})`,
};
const READ: Statement = {
  name: 'read-secret-uses',
  text: `select fingerprints from secret_use where ${IS_PRESENT}`,
};
