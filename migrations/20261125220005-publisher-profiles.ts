import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** What a publisher says of itself in public. Earlier releases neither read nor write it. */
export class PublisherProfiles20261125220005 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'profiles of publishers',
      count:
        'select count(*) as rows from publisher where display_name is not null or profile_text is not null',
    },
  ];

  override up(): void {
    this.addSql(`
      alter table publisher add column display_name text, add column profile_text text,
        add column links text[]`);
  }

  override down(): void {
    this.addSql(
      'alter table publisher drop column display_name, drop column profile_text, drop column links',
    );
  }
}
