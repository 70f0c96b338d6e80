import { expect, it } from '@jest/globals';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { insert } from '../support/database/read-model.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

interface Left {
  /** The age in days. */
  readonly age: number;
  readonly operation?: {
    readonly changed: number;
    readonly error?: true;
    readonly transaction?: { readonly state: string; readonly changed: number };
  };
}

const FOLLOW_UPS: Readonly<Record<string, Left>> = {
  young: { age: 1 },
  'never accepted': { age: 3 },
  waiting: { age: 3, operation: { changed: 3 } },
  sent: { age: 3, operation: { changed: 3, transaction: { state: 'SENT', changed: 3 } } },
  'confirmed lately': { age: 9, operation: { changed: 9, transaction: { state: 'CONFIRMED', changed: 1 } } },
  'confirmed long ago': {
    age: 9,
    operation: { changed: 9, transaction: { state: 'CONFIRMED', changed: 3 } },
  },
  'final long ago': { age: 9, operation: { changed: 9, transaction: { state: 'FINALIZED', changed: 3 } } },
  'refused lately': { age: 9, operation: { changed: 1, error: true } },
  'refused long ago': { age: 9, operation: { changed: 3, error: true } },
};

it('deletes the personal data of a follow-up that no job will run', async () => {
  const left = await gateway.onDatabase(async (em, sql) => {
    await insert(em, 'provider', [{ id: 'prv_1', name: 'P', chain_key: '0x1', created_at: ago(90) }]);
    let id = 0;
    for (const [name, { age, operation }] of Object.entries(FOLLOW_UPS)) {
      id += 1;
      const transaction = operation?.transaction;
      const changed = (days: number) => ({ created_at: ago(age), updated_at: ago(days) });
      const of = { chain_id: 31_337, signer: SIGNER };
      if (transaction)
        await sql.query(
          {
            name: '',
            text: `insert into chain_transaction
                (id, chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state, updated_at)
              overriding system value values ($1, 31337, $2, $1, '', '', 21000, array[$3], $4, $5)`,
          },
          [id, SIGNER, name, transaction.state, ago(transaction.changed)],
        );
      if (operation)
        await insert(em, 'operation', [
          {
            ...of,
            id: name,
            provider_key: '0x1',
            kind: 'provision-mint',
            call: '{}',
            transaction_id: transaction ? id : null,
            error: operation.error ? '{}' : null,
            ...changed(operation.changed),
          },
        ]);
      // Inserted last: the gateway purges when it starts, and would delete a follow-up without an operation.
      await insert(em, 'provision_errand', [
        {
          operation_id: name,
          provider_id: 'prv_1',
          ...Object.fromEntries(
            ['ciphertext', 'nonce', 'tag', 'wrapped_key'].map((column) => [column, '\\x00']),
          ),
          key_id: 'k',
          created_at: ago(age),
        },
      ]);
    }
    await purgeExpired(sql, RETENTION);
    return sql.query({ name: '', text: 'select operation_id from provision_errand order by created_at' }, []);
  });
  expect(new Set(left.flat())).toEqual(
    new Set(['young', 'waiting', 'sent', 'confirmed lately', 'refused lately']),
  );
});
