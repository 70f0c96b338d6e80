import { Migration } from '@mikro-orm/migrations';

/** An index: its name, and what follows ON, such as `listing (id) where ended`. */
export interface IndexDefinition {
  readonly name: string;
  readonly on: string;
  readonly unique?: boolean;
}

/**
 * Builds indexes of tables that may be large, while instances read and write them: each statement is a transaction of its own.
 * An interrupted build leaves an invalid index, which the next attempt drops first.
 */
export abstract class IndexMigration extends Migration {
  abstract readonly indexes: readonly IndexDefinition[];

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const { name, on, unique } of this.indexes)
      this.addSql(`create ${unique ? 'unique ' : ''}index concurrently if not exists ${name} on ${on}`);
  }

  override down(): void {
    for (const { name } of this.indexes) this.addSql(`drop index concurrently if exists ${name}`);
  }
}
