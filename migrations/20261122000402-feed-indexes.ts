import { Migration } from '@mikro-orm/migrations';

const NAMES = ['platform', 'provider'];

/**
 * One index for each order of the feed, for all listings, for a platform, for a provider, and for verified listings. The last
 * three have an equivalent condition in a different form, so that a statement with that form cannot use an index of all
 * listings, which would have to be scanned to its end for a name that few listings have.
 */
export class FeedIndexes20261122000402 extends Migration {
  override up(): void {
    this.addSql(
      'alter table listing alter column platform_key set not null, alter column provider_key set not null',
    );
    const ordered = (suffix: string, key: string, condition: string) => {
      for (const [order, columns] of [
        ['updated', 'ended, updated_at desc, id desc'],
        ['created', 'ended, created_at desc, id desc'],
        ['ends', 'ends_at, id'],
      ])
        this.addSql(
          `create index listing_${order}${suffix} on listing (${key}${columns}) where ${condition}`,
        );
    };
    ordered('', '', `status = 'published'`);
    for (const name of NAMES) ordered(`_${name}`, `${name}_key, `, `status <> 'withdrawn'`);
    // Few listings are verified: these indexes are small.
    ordered('_verified', '', `status <> 'withdrawn' and verified`);
    // Listings that will have to be marked as ended.
    this.addSql(
      `create index listing_live_ends on listing (ends_at, id)
        where status = 'published' and not ended and end_date is not null`,
    );
    this.addSql(`create index listing_search on listing using gin (search) where status = 'published'`);
    // Statistics on the words: their frequencies decide how a search is executed.
    this.addSql('alter table listing alter column search set statistics 500');
    this.addSql(
      'alter table listing set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
    );
  }

  override down(): void {
    this.addSql(
      'alter table listing alter column platform_key drop not null, alter column provider_key drop not null',
    );
    for (const name of ['', ...NAMES, 'verified'])
      for (const order of ['updated', 'created', 'ends'])
        this.addSql(`drop index listing_${order}${name === '' ? '' : `_${name}`}`);
    this.addSql('drop index listing_search');
    this.addSql('drop index listing_live_ends');
  }
}
