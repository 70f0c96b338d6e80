import { Migration } from '@mikro-orm/migrations';

/** An index: its name, and what follows ON, such as `listing (id) where ended`. */
export interface IndexDefinition {
  readonly name: string;
  readonly on: string;
  readonly unique?: boolean;
}

/**
 * Builds or drops indexes of tables that may be large, while instances read and write them: each statement is a transaction of its own.
 * An interrupted build leaves an invalid index, which the next attempt drops first.
 */
export abstract class IndexMigration extends Migration {
  readonly indexes: readonly IndexDefinition[] = [];
  /** Indexes whose columns another one begins with, which go. */
  readonly superseded: readonly IndexDefinition[] = [];

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.change(this.indexes, this.superseded);
  }

  override down(): void {
    this.change(this.superseded, this.indexes);
  }

  private change(built: readonly IndexDefinition[], dropped: readonly IndexDefinition[]): void {
    for (const { name, on, unique } of built)
      this.addSql(`create ${unique ? 'unique ' : ''}index concurrently if not exists ${name} on ${on}`);
    for (const { name } of dropped) this.addSql(`drop index concurrently if exists ${name}`);
  }
}
