import { Migration } from '@mikro-orm/migrations';

/**
 * Changes rows in batches while instances read and write them. Each batch is a transaction of its own, which also stores the
 * position behind it: an interrupted migration continues there.
 */
export abstract class BatchMigration extends Migration {
  /**
   * One batch. Its parameters are the position behind the last batch, JSON or null, and the number of rows. It returns one row:
   * `position`, null when nothing is left, and `rows`, how many it has read.
   */
  abstract readonly batch: string;
  /** Reads about how many rows there are, as `rows`. */
  abstract readonly estimate: string;
  readonly batchSize: number = 5_000;

  override isTransactional(): boolean {
    return false;
  }

  /** The migrator runs the batches. */
  override up(): void {
    this.addSql(this.batch);
  }

  /** What was changed needs no change back, unless a migration says otherwise. */
  override down(): void {
    this.reset();
  }
}
