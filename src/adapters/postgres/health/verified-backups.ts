import type { Sql, Statement } from '../connection/sql.ts';

/**
 * Notes that a backup, by its checksum, was verified. A time in the future, of a machine whose clock is ahead, counts as now: it would hide
 * that no newer backup is made.
 */
export async function noteVerifiedBackup(
  sql: Sql,
  { checksum, takenAt }: { readonly checksum: string; readonly takenAt: Date },
): Promise<void> {
  await sql.query(NOTE, [checksum, takenAt.toISOString()]);
}

/** Seconds since the newest verified backup was made; undefined before the first. */
export async function readBackupAge(sql: Sql): Promise<number | undefined> {
  const [row] = await sql.query(AGE, []);
  return row?.[0] == null ? undefined : Math.max(0, Number(row[0]));
}

const NOTE: Statement = {
  name: 'note-verified-backup',
  text: `
    insert into verified_backup (checksum, taken_at) values ($1, least($2::timestamptz, now()))
    on conflict (checksum) do update set verified_at = now()`,
};
const AGE: Statement = {
  name: 'age-of-verified-backup',
  text: 'select extract(epoch from now() - max(taken_at)) from verified_backup',
};
