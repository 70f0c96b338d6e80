import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** An index of the sent operations of which the last one counts, which finds those that overtook an earlier one. */
export class IndexOfSetValues20261126161001 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'operation_set_value',
      on: `operation (chain_id, signer, kind, sequence) where kind in
        ('set-round-metadata', 'set-round-image', 'record-prize-delivery', 'set-provider-signer')
        and transaction_id is not null`,
    },
  ];
}
