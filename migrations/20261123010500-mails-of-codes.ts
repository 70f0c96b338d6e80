import { Migration } from '@mikro-orm/migrations';

/** The mail of a sign-in code waits with the code; refusals that others can cure are no stored answers. */
export class MailsOfCodes20261123010500 extends Migration {
  override up(): void {
    // The mail, encrypted, until it was sent or refused, or the code has expired.
    this.addSql('alter table sign_in_code add column mail text, add column refused_at timestamptz(3)');
    // Releases before this one stored them as answers for all repetitions.
    this.addSql(`delete from idempotency_key where answer->'error'->>'code' = 'UNAUTHORIZED'`);
  }

  override down(): void {
    this.addSql('alter table sign_in_code drop column mail, drop column refused_at');
  }
}
