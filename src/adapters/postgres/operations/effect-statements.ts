import { SETTING_KINDS } from '../../../core/chain/set-value.ts';
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

const SETTING = SETTING_KINDS.map((kind) => `'${kind}'`).join(', ');
const IS_SAME_VALUE = ['giveaway', 'round', 'place', 'provider', 'signer']
  .map((field) => `later.call ->> '${field}' is not distinct from o.call ->> '${field}'`)
  .join(' and ');

// $3: the operations. The conditions on kind and transaction are those of the index: a queue of waiting operations is not read.
export const OVERTAKEN: Statement = {
  name: 'overtaken-operations',
  text: `
    select o.id, bool_or(t.state = 'FINALIZED')
    from operation o
      join operation later on later.chain_id = $1 and later.signer = $2 and later.kind = o.kind
        and later.kind in (${SETTING}) and later.transaction_id is not null
        and later.sequence > o.sequence and later.error is null
      join chain_transaction t on t.id = later.transaction_id
    where o.id = any($3::text[]) and ${IS_SAME_VALUE}
    group by o.id`,
};

// $3: the transactions. Those whose nonces are lower and that have a block were carried out before.
export const REFUSED_EARLY: Statement = {
  name: 'operations-refused-early',
  text: `
    select t.id, o.id
    from chain_transaction t, unnest(t.operation_ids) as item (id)
      join operation o using (id)
    where t.id = any($3::bigint[]) and o.transaction_id = t.id and o.error is not null and (
      exists (
        select from operation waiting
        where waiting.chain_id = $1 and waiting.signer = $2 and waiting.transaction_id is null and waiting.error is null
          and waiting.sequence < o.sequence
      ) or exists (
        select from chain_transaction other, unnest(other.operation_ids) as other_item (id)
          join operation earlier using (id)
        where other.chain_id = $1 and other.signer = $2 and other.state in ('SENT', 'MINED', 'CONFIRMED')
          and (other.state <> 'CONFIRMED' or other.nonce > t.nonce)
          and earlier.transaction_id = other.id and earlier.sequence < o.sequence
          and case when other.state = 'MINED' and earlier.error ->> 'reason' = 'OUT_OF_GAS' then true
            else earlier.error is null and (other.state = 'SENT' or other.nonce > t.nonce) end
      )
    )`,
};

/** More than one operation can have; with a limit each part is looked up by its index. */
const MAX_EFFECTS = 64;

export const EFFECTS: Statement = {
  name: 'effects-of-operations',
  text: `
    with asked as (
      select * from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::bigint[])
        as asked (id, op_key, passport_id, giveaway, event, round, place, winner)
    ), effect as (
      select a.id, e.* from asked a, lateral (
        select transaction_hash, block_number, mined_at < now() - ${KEPT} as is_old from chain_event
        where args ->> 'opKey' = a.op_key and name in ('Provisioned', 'RoundMetadataSet', 'RoundImageSet')
        limit ${MAX_EFFECTS}) e
      union
      select a.id, e.* from asked a, lateral (
        select transaction_hash, block_number, mined_at < now() - ${KEPT} as is_old from chain_event
        where args ->> 'opKey' = a.op_key and name in ('PlaceMetadataSet', 'PlaceImageSet')
        limit ${MAX_EFFECTS}) e
      union
      select a.id, c.* from asked a, lateral (
        select transaction_hash, block_number, changed_at < now() - ${KEPT} from entry_change
        where passport_id = a.passport_id and op_key = a.op_key
        limit ${MAX_EFFECTS}) c
      union
      select a.id, e.* from asked a, lateral (
        select distinct transaction_hash, block_number, false from chain_event
        where giveaway_key = a.giveaway and name = a.event and name <> 'EntriesChanged' and mined_at > now() - ${KEPT}
          and (a.round is null or (args ->> 'round')::integer = a.round)
          and (a.place is null or (args ->> 'place')::integer = a.place)
          and (a.winner is null or chain_event.passport_id = a.winner)
          and not exists (select from chain_attempt where hash = transaction_hash)
        limit ${MAX_EFFECTS}) e
    )
    select e.id, e.transaction_hash, t.id, e.is_old
    from effect e left join chain_attempt a on a.hash = e.transaction_hash
      left join chain_transaction t on t.id = a.transaction_id and t.signer = $1
    order by e.block_number`,
};
