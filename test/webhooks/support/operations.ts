import { ids } from '../../../src/runtime/ids.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';

export const CHAIN_ID = 31_337;
const SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Runs statements like the outbox's on the database of a gateway without a chain. */
export async function change(
  gateway: Gateway,
  ...statements: readonly (readonly [text: string, values: readonly unknown[]])[]
): Promise<void> {
  await gateway.onDatabase(async (_em, sql: Sql) => {
    for (const [text, values] of statements) await sql.query({ name: '', text }, values);
  });
}

let nonce = 0;

/** An operation of this provider, and statements of the transaction that carries it. */
export function newOperation(providerKey: string) {
  const id = ids.next('opn');
  nonce += 1;
  const operationNonce = nonce;
  const ofIt = 'chain_id = $1 and signer = $2 and nonce = $3';
  const key = [CHAIN_ID, SIGNER, operationNonce];
  return {
    id,
    accepted: [
      `insert into operation (id, chain_id, signer, provider_key, kind, call, endpoint, facts)
        values ($1, $2, $3, $4, 'change-entries', '{"kind":"change-entries"}', 'issue-entries', $5)`,
      [id, CHAIN_ID, SIGNER, providerKey, JSON.stringify({ giveawayId: 'summer', passportId: 7, amount: 5 })],
    ],
    sent: [
      `with t as (
          insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state)
          values ($1, $2, $3, '', '', 21000, array[$4], 'SENT') returning id
        ) update operation o set transaction_id = t.id from t where o.id = $4`,
      [...key, id],
    ],
    confirmed: [
      `with t as (
          update chain_transaction set state = 'CONFIRMED', block_number = 12, block_hash = 'b', hash = '0xh', updated_at = now()
          where ${ofIt} returning id
        ) update operation o set result = '{"round":2}', error = $5 from t where o.id = $4`,
      [...key, id, null],
    ],
    reverted: [
      `with t as (
          update chain_transaction set state = 'CONFIRMED', block_number = 12, block_hash = 'b', hash = '0xh', updated_at = now()
          where ${ofIt} returning id
        ) update operation o set error = $5 from t where o.id = $4`,
      [
        ...key,
        id,
        JSON.stringify({
          code: 'CONTRACT_REVERT',
          reason: 'ROUND_VOID',
          message: 'The round is not open.',
        }),
      ],
    ],
    refused: [
      'update operation set error = $2, updated_at = now() where id = $1',
      [
        id,
        JSON.stringify({
          code: 'CONTRACT_REVERT',
          reason: 'ROUND_VOID',
          message: 'The round is not open.',
        }),
      ],
    ],
    unmined: [
      `with t as (
          update chain_transaction set state = 'SENT', block_number = null, block_hash = null, hash = null, updated_at = now()
          where ${ofIt} returning id
        ) update operation o set error = null, result = null, updated_at = now() from t where o.id = $4`,
      [...key, id],
    ],
    finalized: [`update chain_transaction set state = 'FINALIZED', updated_at = now() where ${ofIt}`, key],
  } as const satisfies Record<string, string | readonly [string, readonly unknown[]]>;
}
