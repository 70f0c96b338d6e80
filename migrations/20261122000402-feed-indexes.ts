import { Migration } from '@mikro-orm/migrations';

const NAMES = ['', 'platform', 'provider'];

/** One index for each order of the feed, of all listings, of a platform, of a provider, and of verified listings. */
export class FeedIndexes20261122000402 extends Migration {
  override up(): void {
    this.addSql(
      'alter table listing alter column platform_key set not null, alter column provider_key set not null',
    );
    for (const name of NAMES) {
      const [suffix, key] = name === '' ? ['', ''] : [`_${name}`, `${name}_key, `];
      this.addSql(
        `create index listing_updated${suffix} on listing (${key}ended, updated_at desc, id desc) where status = 'published'`,
      );
      this.addSql(
        `create index listing_created${suffix} on listing (${key}ended, created_at desc, id desc) where status = 'published'`,
      );
      this.addSql(
        `create index listing_ends${suffix} on listing (${key}ends_at, id) where status = 'published'`,
      );
    }
    // Few listings are verified: these indexes are small.
    this.addSql(
      `create index listing_updated_verified on listing (ended, updated_at desc, id desc) where status = 'published' and verified`,
    );
    this.addSql(
      `create index listing_created_verified on listing (ended, created_at desc, id desc) where status = 'published' and verified`,
    );
    this.addSql(
      `create index listing_ends_verified on listing (ends_at, id) where status = 'published' and verified`,
    );
    // Those whose end will have to be marked.
    this.addSql(
      `create index listing_live_ends on listing (ends_at, id)
        where status = 'published' and not ended and end_date is not null`,
    );
    this.addSql(`create index listing_search on listing using gin (search) where status = 'published'`);
    // How many listings have a word decides how it is searched for.
    this.addSql('alter table listing alter column search set statistics 500');
    this.addSql(
      'alter table listing set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
    );
  }

  override down(): void {
    this.addSql(
      'alter table listing alter column platform_key drop not null, alter column provider_key drop not null',
    );
    for (const name of [...NAMES, 'verified'])
      for (const order of ['updated', 'created', 'ends'])
        this.addSql(`drop index listing_${order}${name === '' ? '' : `_${name}`}`);
    this.addSql('drop index listing_search');
    this.addSql('drop index listing_live_ends');
  }
}
