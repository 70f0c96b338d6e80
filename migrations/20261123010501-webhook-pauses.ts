import { Migration } from '@mikro-orm/migrations';

/** A job for each webhook takes its due messages, instead of a job for each message. */
export class WebhookPauses20261123010501 extends Migration {
  override up(): void {
    // Until then nothing is sent to the receiver; and when it last answered again after several failures.
    this.addSql(
      'alter table webhook add column paused_until timestamptz(3), add column recovered_at timestamptz(3)',
    );
  }

  override down(): void {
    this.addSql('alter table webhook drop column paused_until, drop column recovered_at');
  }
}
