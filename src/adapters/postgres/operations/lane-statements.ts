import { isFree } from '../connection/lease.ts';
import type { Statement } from '../connection/sql.ts';

// $1 chain, $2 signer, $3 owner, $4 fence. The shared lock makes a take-over wait until the write is committed; after a
// take-over the write finds no row.
const HELD = `
  held as (
    select 1 from chain_lane where chain_id = $1 and signer = $2 and owner = $3 and fence = $4 for share
  )`;
export const IS_HELD = 'exists (select from held)';

/** A statement of a lane's owner, which changes nothing when the lane has another one. */
export const fenced = (name: string, changes: string, result = ''): Statement => ({
  name,
  text: `with ${HELD}, ${changes} select ${IS_HELD}${result}`,
});

const IS_QUEUED = 'transaction_id is null and error is null';
const IS_OPEN = `state in ('SENT', 'MINED', 'CONFIRMED')`;

/** The signers in a partial index on (chain_id, signer, …): one index lookup for each, regardless of the number of rows. */
const signersOf = (name: string, table: string, condition: string, order: string) => `
  ${name} as (
    (select signer from ${table} where chain_id = $1 and ${condition} order by signer, ${order} limit 1)
    union all
    select (
      select signer from ${table} where chain_id = $1 and signer > found.signer and ${condition}
      order by signer, ${order} limit 1
    )
    from ${name} found where found.signer is not null
  )`;

const LEASE = `$3 * interval '1 millisecond'`;

const SIGNERS_WITH_WORK = `${signersOf('queued', 'operation', IS_QUEUED, 'sequence')},
    ${signersOf('open', 'chain_transaction', IS_OPEN, 'nonce')}`;
const WORK = '(select signer from queued union select signer from open) work';

// $4: signers to skip.
export const TAKE: Statement = {
  name: 'take-lanes',
  text: `
    with recursive ${SIGNERS_WITH_WORK}
    update chain_lane l set owner = $2, lease_until = now() + ${LEASE}, fence = fence + 1
    from ${WORK}
    where l.chain_id = $1 and l.signer = work.signer and ${isFree('l.lease_until', LEASE)}
      and l.signer <> all($4::text[])
    returning l.signer, l.fence, l.next_nonce, l.hold`,
};

const OWN_LANES = `
  chain_lane l set lease_until = $UNTIL
  from json_to_recordset($2) as held (signer text, owner text, fence bigint)
  where l.chain_id = $1 and l.signer = held.signer and l.owner = held.owner and l.fence = held.fence`;

export const RENEW: Statement = {
  name: 'renew-lanes',
  text: `
    with recursive ${SIGNERS_WITH_WORK}
    update ${OWN_LANES.replace('$UNTIL', `now() + ${LEASE}`)} returning l.signer,
      exists (select from operation o where o.chain_id = $1 and o.signer = l.signer and ${IS_QUEUED}),
      (
        select exists (
          select from chain_lane other join ${WORK} using (signer)
          where other.chain_id = $1 and ${isFree('other.lease_until', LEASE)}
            and not exists (select from json_to_recordset($2) as own (signer text) where own.signer = other.signer)
        )
      )`,
};

export const RELEASE_LANES: Statement = {
  name: 'release-lanes',
  text: `update ${OWN_LANES.replace('$UNTIL', 'null').replace('set', 'set owner = null,')}`,
};

export const HOLD: Statement = {
  name: 'hold-lane',
  text: `
    with held as (
      update chain_lane set hold = $5,
        held_at = case when hold = $5::text then held_at when $5::text is not null then now() end
      where chain_id = $1 and signer = $2 and owner = $3 and fence = $4 returning 1
    ) select ${IS_HELD}`,
};

const OPERATION_COLUMNS =
  'id, sequence, signer, provider_key, call, op_key, hub, to_json(earlier_transactions)';

export const QUEUED_OPERATIONS: Statement = {
  name: 'queued-operations',
  text: `
    select ${OPERATION_COLUMNS} from operation
    where chain_id = $1 and signer = $2 and ${IS_QUEUED} and id <> all($3::text[]) and hub = any($5::smallint[])
    order by sequence limit $4`,
};

export const OPERATIONS: Statement = {
  name: 'operations-of-transactions',
  text: `select ${OPERATION_COLUMNS} from operation where id = any($1)`,
};

const TRANSACTION_COLUMNS = `
  t.id, t.nonce, t.to_address, encode(t.data, 'hex'), t.gas_limit, to_json(t.operation_ids), t.state,
  t.block_number, t.block_hash, t.hash,
  exists (
    select from operation o
    where o.id = any(t.operation_ids) and o.transaction_id = t.id and o.error->>'reason' = 'OUT_OF_GAS'
  ),
  exists (
    select from operation o where o.id = any(t.operation_ids) and o.transaction_id = t.id and o.error is not null
  ),
  (
    select json_agg(json_build_object(
      'attempt', attempt, 'maxFee', max_fee::text, 'tip', tip::text, 'hash', a.hash, 'raw', encode(raw, 'hex')
    ) order by attempt)
    from chain_attempt a where a.transaction_id = t.id
  )`;

export const OPEN: Statement = {
  name: 'open-transactions',
  text: `
    select ${TRANSACTION_COLUMNS} from chain_transaction t
    where chain_id = $1 and signer = $2 and ${IS_OPEN} order by nonce`,
};

export const TRANSACTIONS: Statement = {
  name: 'transactions',
  text: `select ${TRANSACTION_COLUMNS} from chain_transaction t where id = any($1::bigint[]) order by nonce`,
};

export const RESERVE: Statement = {
  name: 'reserve-transactions',
  text: `
    with sent as (
      select * from json_to_recordset($5) as sent
        (nonce bigint, to_address text, data text, gas_limit bigint, operation_ids json, max_fee numeric, tip numeric)
    ), held as (
      update chain_lane set next_nonce = greatest(next_nonce, (select max(nonce) + 1 from sent))
      where chain_id = $1 and signer = $2 and owner = $3 and fence = $4 returning 1
    ), stored as (
      insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state)
      select $1, $2, nonce, to_address, decode(data, 'hex'), gas_limit,
        array(select json_array_elements_text(operation_ids)), 'SENT'
      from sent where ${IS_HELD} order by nonce
      returning id, nonce, operation_ids
    ), attempts as (
      insert into chain_attempt (transaction_id, attempt, max_fee, tip)
      select stored.id, 1, max_fee, tip from stored join sent using (nonce)
    ), bound as (
      update operation o set transaction_id = item.transaction_id, updated_at = now()
      from (select id as transaction_id, unnest(operation_ids) as id from stored) item
      where o.id = item.id and ${IS_QUEUED.replace('transaction_id', 'o.transaction_id')}
    )
    select ${IS_HELD}, (select json_agg(id order by nonce) from stored)`,
};

export const RESERVE_ATTEMPTS = fenced(
  'reserve-attempts',
  `stored as (
    insert into chain_attempt (transaction_id, attempt, max_fee, tip)
    select * from json_to_recordset($5) as sent (transaction_id bigint, attempt integer, max_fee numeric, tip numeric)
    where ${IS_HELD}
  )`,
);

export const SAVE_SIGNED = fenced(
  'save-signed-attempts',
  `stored as (
    update chain_attempt a set raw = decode(sent.raw, 'hex'), hash = sent.hash
    from json_to_recordset($5) as sent (transaction_id bigint, attempt integer, raw text, hash text)
    where a.transaction_id = sent.transaction_id and a.attempt = sent.attempt and a.raw is null and ${IS_HELD}
  )`,
);

export const MARK_BROADCAST = fenced(
  'mark-broadcast',
  `stored as (
    update chain_attempt a set broadcast_at = now()
    from json_to_recordset($5) as sent (transaction_id bigint, attempt integer)
    where a.transaction_id = sent.transaction_id and a.attempt = sent.attempt and ${IS_HELD}
  )`,
);

export const REFUSE = fenced(
  'refuse-operations',
  `refused as (
    update operation o set error = sent.error, updated_at = now()
    from json_to_recordset($5) as sent (id text, error json)
    where o.id = sent.id and o.transaction_id is null and o.error is null and ${IS_HELD}
  )`,
);

export const SAVE_MINED = fenced(
  'save-mined',
  `mined as (
    update chain_transaction t
    set state = sent.state, block_number = sent.block_number, block_hash = sent.block_hash, hash = sent.hash,
      cost = sent.cost, updated_at = now()
    from json_to_recordset($5) as sent
      (id bigint, state text, block_number bigint, block_hash text, hash text, cost numeric)
    where t.id = sent.id and ${IS_HELD}
  ), outcome as (
    update operation o set error = sent.error, result = sent.result
    from json_to_recordset($6) as sent (id text, transaction_id bigint, error json, result json)
    where o.id = sent.id and o.transaction_id = sent.transaction_id and ${IS_HELD}
  )`,
);

export const ADVANCE_TRANSACTIONS = fenced(
  'advance-transactions',
  `advanced as (
    update chain_transaction set state = $7, updated_at = now()
    where id = any($5::bigint[]) and state = $6 and ${IS_HELD}
  )`,
);

export const UNMINE = fenced(
  'unmine-transactions',
  `unmined as (
    update chain_transaction
    set state = 'SENT', block_number = null, block_hash = null, hash = null, updated_at = now()
    where id = any($5::bigint[]) and ${IS_HELD}
    returning id
  ), forgotten as (
    update operation o set error = null, result = null, updated_at = now()
    from (select unnest(operation_ids) as id from chain_transaction where id = any($5::bigint[])) item
    where o.id = item.id and o.transaction_id in (select id from unmined)
  )`,
);

// $5: the nonce from which on the chain has no transaction of the signer, $6: the addresses of the hubs.
export const REOPEN = fenced(
  'reopen-transactions',
  `reopened as (
    update chain_transaction set state = 'CONFIRMED', updated_at = now()
    where chain_id = $1 and signer = $2 and nonce >= $5 and state = 'FINALIZED'
      and to_address = any($6::text[]) and ${IS_HELD}
    returning id
  )`,
  ', (select json_agg(id) from reopened)',
);

export const REOPEN_ABOVE: Statement = {
  name: 'reopen-transactions-above',
  text: `
    update chain_transaction set state = 'CONFIRMED', updated_at = now()
    where chain_id = $1 and block_number > $2 and state = 'FINALIZED'
      and to_address = any($3::text[])
    returning true`,
};

export const REQUEUE = fenced(
  'requeue-operations',
  `given_up as (
    update chain_transaction set state = $6, updated_at = now() where id = $5 and ${IS_HELD}
  ), waiting as (
    update operation set transaction_id = null, error = null, result = null,
      earlier_transactions = earlier_transactions || $5::bigint, updated_at = now()
    where id = any($7::text[]) and transaction_id = $5 and ${IS_HELD}
  )`,
);

export const REVIVE = fenced(
  'revive-transaction',
  `revived as (
    update chain_transaction set state = 'SENT', updated_at = now()
    where chain_id = $1 and signer = $2 and nonce = $5 and state in ('REPLACED', 'FINALIZED') and ${IS_HELD}
    returning id
  )`,
  ', (select id from revived)',
);

export const ADOPT = fenced(
  'adopt-operation',
  `sent as (
    select * from json_to_recordset($6) as sent (id bigint, state text, block_number bigint, block_hash text, hash text)
  ), mined as (
    update chain_transaction t
    set state = sent.state, block_number = sent.block_number, block_hash = sent.block_hash, hash = sent.hash,
      operation_ids = case when $5 = any(operation_ids) then operation_ids else operation_ids || $5::text end,
      updated_at = now()
    from sent where t.id = sent.id and ${IS_HELD}
  ), adopted as (
    update operation o set transaction_id = sent.id, error = outcome.error, result = outcome.result, updated_at = now()
    from sent, json_to_recordset($7) as outcome (id text, error json, result json)
    where o.id = $5 and outcome.id = $5 and ${IS_HELD}
  )`,
);

export const HIGHEST_BLOCK: Statement = {
  name: 'highest-block',
  text: `
    select block_number from chain_transaction
    where chain_id = $1 and block_number is not null order by block_number desc limit 1`,
};
