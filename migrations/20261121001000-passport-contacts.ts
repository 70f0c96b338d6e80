import { Migration } from '@mikro-orm/migrations';

/** What providers may know of a passport's owner, encrypted; and which owner a provider was told of last. */
export class PassportContacts20261121001000 extends Migration {
  override up(): void {
    // One row for a passport and a provider: only its present owner counts. What ended keeps no personal data.
    this.addSql(`
      create table passport_contact (
        provider_id text collate "C" not null references provider (id),
        passport_id bigint not null check (passport_id > 0),
        owner text collate "C" not null,
        transfers_used bigint not null,
        source text collate "C" not null check (source in ('SHARED', 'PROVISIONED', 'ENDED')),
        given_at timestamptz(3) not null,
        stated_at timestamptz(3),
        ciphertext bytea,
        nonce bytea check (length(nonce) = 12),
        tag bytea check (length(tag) = 16),
        wrapped_key bytea,
        key_id text collate "C",
        primary key (provider_id, passport_id),
        check (num_nonnulls(ciphertext, nonce, tag, wrapped_key, key_id) = case source when 'ENDED' then 0 else 5 end)
      )`);
    this.addSql(
      'create index passport_contact_passport on passport_contact (passport_id) where key_id is not null',
    );
    this.addSql(
      'create index passport_contact_key on passport_contact (key_id, provider_id, passport_id) where key_id is not null',
    );
    this.addSql(`
      create table seen_owner (
        provider_id text collate "C" not null references provider (id),
        passport_id bigint not null,
        owner text collate "C" not null,
        seen_at timestamptz(3) not null,
        primary key (provider_id, passport_id)
      )`);
  }

  override down(): void {
    this.addSql('drop table seen_owner');
    this.addSql('drop table passport_contact');
  }
}
