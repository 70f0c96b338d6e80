import { Migration } from '@mikro-orm/migrations';

/** Webhooks whose calls may be slow get their messages apart from the others. */
export class SlowWebhooks20261127150001 extends Migration {
  override up(): void {
    // An hour after the creation, or after the last slow call.
    this.addSql(
      `alter table webhook add column slow_until timestamptz(3) not null default now() + interval '1 hour'`,
    );
  }

  override down(): void {
    this.addSql('alter table webhook drop column slow_until');
  }
}
