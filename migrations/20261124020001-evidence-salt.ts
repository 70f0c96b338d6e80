import { Migration } from '@mikro-orm/migrations';

/** The salt in the hash of a provider's reference. */
export class EvidenceSalt20261124020001 extends Migration {
  override up(): void {
    // Null for references whose hash has no salt: those of earlier releases, also while such a release runs beside.
    this.addSql('alter table entry_evidence add column salt text collate "C"');
  }

  override down(): void {
    this.addSql('alter table entry_evidence drop column salt');
  }
}
