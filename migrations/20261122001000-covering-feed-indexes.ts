import { Migration } from '@mikro-orm/migrations';

const PUBLISHED = `status = 'published'`;
const NOT_WITHDRAWN = `status <> 'withdrawn'`;
const ORDERS = {
  updated: 'ended, updated_at desc, id desc',
  created: 'ended, created_at desc, id desc',
  ends: 'ends_at, id',
};
const PARTS = [
  { suffix: '', key: '', condition: PUBLISHED },
  { suffix: '_platform', key: 'platform_key, ', condition: NOT_WITHDRAWN },
  { suffix: '_provider', key: 'provider_key, ', condition: NOT_WITHDRAWN },
  { suffix: '_verified', key: '', condition: `${NOT_WITHDRAWN} and verified` },
];
const COVERED = ['platform_key', 'provider_key', 'verified', 'ends_at'];

/**
 * Each index of the feed contains all columns that it filters by, except words, so that listings are checked and counted from
 * the index alone. All of them contain the same columns: otherwise the planner scans the index of another order and sorts. The
 * index of words has no condition: PostgreSQL never combines two indexes when the condition of one implies that of the other.
 */
export class CoveringFeedIndexes20261122001000 extends Migration {
  override up(): void {
    this.replaceIndexes((columns) => {
      const included = COVERED.filter((column) => !columns.includes(column));
      return `(${columns}) include (${included.join(', ')})`;
    });
    this.addSql('drop index listing_search');
    this.addSql('create index listing_search on listing using gin (search)');
    // Index-only scans need pages that were vacuumed after their last change.
    this.addSql('alter table listing set (autovacuum_vacuum_insert_scale_factor = 0.02)');
  }

  override down(): void {
    this.replaceIndexes((columns) => `(${columns})`);
    this.addSql('drop index listing_search');
    this.addSql(`create index listing_search on listing using gin (search) where ${PUBLISHED}`);
    this.addSql('alter table listing reset (autovacuum_vacuum_insert_scale_factor)');
  }

  private replaceIndexes(definition: (columns: string) => string): void {
    for (const { suffix, key, condition } of PARTS) {
      for (const [order, columns] of Object.entries(ORDERS)) {
        this.addSql(`drop index listing_${order}${suffix}`);
        this.addSql(
          `create index listing_${order}${suffix} on listing ${definition(key + columns)} where ${condition}`,
        );
      }
    }
  }
}
