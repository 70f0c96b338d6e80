import { isFree } from '../connection/lease.ts';
import type { Statement } from '../connection/sql.ts';

const LEASE = `$2::integer * interval '1 millisecond'`;

// No row when there is no webhook, or another instance has the lease.
export const CLAIM: Statement = {
  name: 'claim-webhooks',
  text: `
    insert into webhook_lease as l (one, owner, owner_until)
    select true, $1, now() + ${LEASE} where exists (select from webhook)
    on conflict (one) do update set owner = excluded.owner, owner_until = excluded.owner_until
      where l.owner = $1 or ${isFree('l.owner_until', LEASE)}
    returning exists (select from operation_change) or exists (select from listing_change)
        or exists (select from webhook_delivery where not is_queued),
      (select max(version) from chain_cursor), exists (select from webhook_filter)`,
};
export const RELEASE_WEBHOOKS: Statement = {
  name: 'release-webhooks',
  text: 'update webhook_lease set owner = null, owner_until = null where owner = $1',
};

// Changes with about $1 operations in total; a transaction is never split, so the last one may exceed it. They end before the
// first one that the read model does not have, so that the receiver of a message reads the state after it.
export const CHANGES: Statement = {
  name: 'operation-changes',
  text: `
    select sequence from (
      select c.sequence, sum(c.operations) over (order by c.sequence) - c.operations as earlier,
        bool_or(c.is_ahead) over (order by c.sequence) as is_after
      from (
        select c.sequence, coalesce(cardinality(t.operation_ids), 1) as operations,
          coalesce(t.block_number >= (select next_block from chain_cursor where chain_id = t.chain_id limit 1), false) as is_ahead
        from operation_change c left join lateral (
          select operation_ids, block_number, chain_id from chain_transaction where id = c.transaction_id limit 1
        ) t on true
        order by c.sequence limit $1
      ) c
    ) c
    where earlier < $1 and not is_after order by sequence`,
};

// The operations of the changed transactions, and the operations that changed without one. Laterals look each up by its key,
// regardless of the sizes of the tables.
export const CHANGED_OPERATIONS: Statement = {
  name: 'changed-operations',
  text: `
    with named as (
      select coalesce(c.operation_id, carried.id) as id, c.sequence, c.has_fallen_back
      from operation_change c
        left join lateral (select operation_ids from chain_transaction where id = c.transaction_id limit 1) t on true
        left join lateral unnest(t.operation_ids) as carried (id) on true
      where c.sequence = any($1::bigint[])
    ), changed as (
      select id, min(sequence) as place, bool_or(has_fallen_back) as has_fallen_back from named group by id
    )
    select o.id, w.provider_id, o.chain_id, c.has_fallen_back, announced.type, coalesce(announced.origin, 0)
    from changed c
      cross join lateral (
        select id, chain_id, provider_key, sequence from operation where id = c.id limit 1
      ) o
      join webhook_watch w on w.provider_key = o.provider_key
      left join lateral (
        select e.type, e.origin::integer as origin from webhook_event e where e.subject = o.id
        order by e.origin::integer desc limit 1
      ) announced on true
    where exists (
      select from webhook h
      where h.provider_id = w.provider_id and h.disabled_at is null
        and h.events && '{operation.confirmed,operation.failed,operation.reorged}'::text[]
    )
    order by c.place, o.sequence`,
};

// The id of a delivery contains the time and the unique part of its event's id.
export const KEEP: Statement = {
  name: 'keep-webhook-events',
  text: `
    with sent as (
      select * from json_to_recordset($1) as sent
        (id text, "providerId" text, type text, subject text, origin text, payload text)
    ), stored as (
      insert into webhook_event (id, provider_id, type, subject, origin, payload)
      select id, "providerId", type, subject, origin, payload from sent
      on conflict (subject, type, origin) do nothing
      returning id, provider_id, type
    ), delivered as (
      insert into webhook_delivery (id, webhook_id, event_id)
      select 'dlv_' || substr(stored.id, 5, 12) || substr(md5(stored.id || h.id), 1, 20), h.id, stored.id
      from stored join webhook h on h.provider_id = stored.provider_id
      where h.disabled_at is null and stored.type = any(h.events)
    )
    delete from operation_change where sequence = any($2::bigint[])`,
};

// The clock of the chain advances between blocks too, as long as the node is reachable; 30 seconds less, for blocks that are
// still to come. The read model must have caught up with the head; a time that is missing or in the future says nothing.
export const PLACE: Statement = {
  name: 'webhooks-place',
  text: `
    select head_number, confirmed_number, finalized_number, floor(extract(epoch from head_at) * 1000),
      floor(extract(epoch from greatest(
        head_at, case when abreast_at <= now() then abreast_at + clock_ahead - interval '30 seconds' end
      )) * 1000)
    from chain_cursor where next_block > head_number and head_at is not null limit 1`,
};

const ROUND_ID = (id: string, index: string) => `'rnd_' || substr(${id}, 5) || '_' || ${index}`;

export const UNANNOUNCED_CLOSED: Statement = {
  name: 'unannounced-closed-rounds',
  text: `
    select closed.giveaway_id, closed.index, coalesce((
      select sum(r.net_entries) from giveaway_round r
      where r.giveaway_id = closed.giveaway_id
        and (r.index = closed.index or (g.entries_carry_over and r.index < closed.index))
    ), 0), coalesce((
      select r.net_entries + (
        select coalesce(sum(l.amount), 0) from entry_change l
        where l.giveaway_id = r.giveaway_id and l.open_round = r.index and l.open_round > l.round_index
      )
      from giveaway_round r where r.giveaway_id = closed.giveaway_id and r.index = closed.index
    ), 0)
    from json_to_recordset($1) as closed (giveaway_id text, index integer)
      join giveaway g on g.id = closed.giveaway_id
    where not exists (
      select from webhook_event e
      where e.subject = ${ROUND_ID('closed.giveaway_id', 'closed.index')} and e.type = 'round.closed'
    )
    order by closed.giveaway_id, closed.index`,
};

/** The decided places that are not announced yet: the first ones of rounds, or later ones. */
const unannouncedDecided = (table: 'giveaway_round' | 'round_place') => {
  const [index, place, more] =
    table === 'giveaway_round' ? ['index', '0', ''] : ['round_index', 'r.place', ` || ':' || r.place`];
  return `
    select w.provider_id, g.id, g.external_id, r.${index}, r.winner_passport_id, r.winner_wallet, r.decided_at,
      r.decided_block, r.decided_transaction_hash, ${place} as place
    from ${table} r
      join giveaway g on g.id = r.giveaway_id
      join webhook_watch w on w.provider_key = g.provider_key and r.decided_block > w.decided_after
    where r.decided_block > (select min(decided_after) from webhook_watch) and r.decided_block <= $1
      and not exists (
        select from webhook_event e
        where e.subject = ${ROUND_ID('r.giveaway_id', `r.${index}`)} and e.type = 'round.decided'
          and e.origin = r.decided_transaction_hash || ':' || r.winner_passport_id${more}
      )
    order by r.decided_block limit $2`;
};
export const UNANNOUNCED_DECIDED: Statement = {
  name: 'unannounced-decided-rounds',
  text: `
    select * from (
      (${unannouncedDecided('giveaway_round')}) union all (${unannouncedDecided('round_place')})
    ) decided
    order by decided_block, place limit $2`,
};

export const UNANNOUNCED_VOIDED: Statement = {
  name: 'unannounced-voided-rounds',
  text: `
    select w.provider_id, g.id, g.external_id, r.index, r.voided_at, r.voided_block, r.voided_transaction_hash
    from giveaway_round r
      join giveaway g on g.id = r.giveaway_id
      join webhook_watch w on w.provider_key = g.provider_key and r.voided_block > w.decided_after
    where r.voided_block > (select min(decided_after) from webhook_watch) and r.voided_block <= $1
      and not exists (
        select from webhook_event e
        where e.subject = ${ROUND_ID('r.giveaway_id', 'r.index')} and e.type = 'round.voided'
          and e.origin = r.voided_transaction_hash
      )
    order by r.voided_block limit $2`,
};

// Advances only past final blocks ($2), because a reorg can change a decision above them. A head ($1) below the stored
// position means that the chain was restarted; a position that the chain's clock has not reached, that a clock was ahead.
export const ADVANCE_WEBHOOKS: Statement = {
  name: 'advance-webhooks',
  text: `
    update webhook_watch set
      decided_after = case when decided_after > $1::bigint then $2::bigint
        else greatest(coalesce(decided_after, $1::bigint), $2::bigint) end,
      closed_after = case when closed_after > $3::timestamptz + interval '1 hour' then $3::timestamptz - interval '1 minute'
        else greatest(coalesce(closed_after, $4::timestamptz), $3::timestamptz - interval '1 minute') end
    where decided_after is null or closed_after is null or decided_after > $1::bigint or decided_after < $2::bigint
      or closed_after not between $3::timestamptz - interval '2 minutes' and $3::timestamptz + interval '1 hour'`,
};
