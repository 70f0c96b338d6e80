import { Migration } from '@mikro-orm/migrations';

/** The words of a text of a provider, folded as the search of listings folds them. Null until the job `fold-texts` has filled it. */
export class FoldedTexts20261128110001 extends Migration {
  override up(): void {
    this.addSql('alter table public_text add column search tsvector');
  }

  override down(): void {
    this.addSql('alter table public_text drop column search');
  }
}
