import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The salt in the hash of a provider's reference. */
export class EvidenceSalt20261124020001 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'salts, without which references of providers prove nothing',
      count: 'select count(*) as rows from entry_evidence where salt is not null',
    },
  ];

  override up(): void {
    // Null for references whose hash has no salt: those of earlier releases, also while such a release runs beside.
    this.addSql('alter table entry_evidence add column salt text collate "C"');
  }

  override down(): void {
    this.addSql('alter table entry_evidence drop column salt');
  }
}
