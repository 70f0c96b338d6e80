import type { Sql, TransactionalSql } from '../connection/sql.ts';

/** A transaction in which more happens than statements: the errors of the rest stay as they are, instead of those of a database. */
export async function keepErrors<Result>(
  sql: TransactionalSql,
  work: (transaction: Sql) => Promise<Result>,
): Promise<Result> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await sql.transaction(async (transaction) => {
      try {
        return await work(transaction);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  }
}
