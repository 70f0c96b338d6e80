import { Migration } from '@mikro-orm/migrations';

/** The provider that a wallet signs for, a provider's default signer, and the rule that keys sign with neither else. */
export class ProviderSigners20261121000800 extends Migration {
  override up(): void {
    this.addSql(`
      alter table wallet
        add column provider_id text collate "C" references provider (id),
        add constraint wallet_of_provider unique (provider_id, address),
        add constraint wallet_signs_for_provider check (provider_id is null or purpose = 'SIGNER')`);
    this.addSql(`
      alter table provider
        add column default_signer text collate "C",
        add constraint provider_default_signer foreign key (id, default_signer)
          references wallet (provider_id, address)`);
    this.addSql(`
      alter table api_key
        add constraint api_key_signer foreign key (provider_id, signer) references wallet (provider_id, address),
        add constraint api_key_signer_of_provider check (signer is null or provider_id is not null)`);
  }

  override down(): void {
    this.addSql(
      'alter table api_key drop constraint api_key_signer, drop constraint api_key_signer_of_provider',
    );
    this.addSql('alter table provider drop column default_signer');
    this.addSql('alter table wallet drop column provider_id');
  }
}
