import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** Who may act for a publisher besides the account that it belongs to, and who is invited to. Earlier releases know nobody else. */
export class PublisherMembers20261126190001 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'members of publishers', count: 'select count(*) as rows from publisher_member' },
  ];

  override up(): void {
    this.addSql(`
      create table publisher_member (
        publisher_id text collate "C" not null references publisher (id),
        email text collate "C" not null,
        account_id text collate "C" references user_account (id),
        role text not null check (role in ('ADMIN', 'EDITOR')),
        invited_at timestamptz(3) not null,
        invited_by text not null,
        joined_at timestamptz(3),
        check ((account_id is null) = (joined_at is null)),
        primary key (publisher_id, email)
      )`);
    this.addSql('create index publisher_member_email on publisher_member (email)');
    this.addSql(
      'create index publisher_member_invited on publisher_member (invited_at) where joined_at is null',
    );
  }

  override down(): void {
    this.addSql('drop table publisher_member');
  }
}
