import type { Statement } from '../connection/sql.ts';
import { fenced, IS_HELD } from './lane-statements.ts';

export const RENEW_KEYS = fenced(
  'renew-operation-keys',
  `renewed as (
    update operation o set op_key = sent.op_key, transaction_id = null, error = null, result = null, updated_at = now()
    from json_to_recordset($5) as sent (id text, op_key text)
    where o.id = sent.id and ${IS_HELD}
  )`,
);

export const AT_NONCE: Statement = {
  name: 'transaction-at-nonce',
  text: `
    select id, to_json(array(select hash from chain_attempt where transaction_id = t.id and hash is not null))
    from chain_transaction t where chain_id = $1 and signer = $2 and nonce = $3`,
};

export const NEXT_BLOCK: Statement = {
  name: 'next-block',
  text: 'select next_block from chain_cursor where chain_id = $1 limit 1',
};

// As long as idempotency keys are stored, and shorter than operations are: what is younger and unknown here was lost.
const KEPT = `interval '30 days'`;

export const EFFECTS: Statement = {
  name: 'effects-of-operations',
  text: `
    with asked as (
      select * from json_to_recordset($1) as asked
        (id text, "opKey" text, "passportId" bigint, giveaway text, event text, round integer)
    ), effect as (
      select a.id, e.transaction_hash, e.block_number, e.mined_at < now() - ${KEPT} as is_old
      from asked a join chain_event e on e.args ->> 'opKey' = a."opKey"
        and e.name in ('Provisioned', 'RoundMetadataSet', 'RoundImageSet')
      union
      select a.id, c.transaction_hash, c.block_number, c.changed_at < now() - ${KEPT}
      from asked a join entry_change c on c.passport_id = a."passportId" and c.op_key = a."opKey"
      union
      select a.id, e.transaction_hash, e.block_number, false
      from asked a join chain_event e on e.giveaway_key = a.giveaway and e.name = a.event and e.name <> 'EntriesChanged'
      where e.mined_at > now() - ${KEPT} and (a.round is null or (e.args ->> 'round')::integer = a.round)
        and not exists (select from chain_attempt where hash = e.transaction_hash)
    )
    select e.id, e.transaction_hash, t.id, e.is_old
    from effect e left join chain_attempt a on a.hash = e.transaction_hash
      left join chain_transaction t on t.id = a.transaction_id and t.signer = $2
    order by e.block_number`,
};
