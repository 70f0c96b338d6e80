import { UNLIMITED_TRANSFERS } from '../../../../../core/chain/contracts.ts';
import { OF_BLOCKS, ZERO_ADDRESS, type EventProjection } from './event-projection.ts';

const PASSPORTS: EventProjection = {
  events: ['PassportMinted'],
  ofBlocks: {
    name: 'project-passports',
    text: `
      insert into passport (id, owner, max_transfers, transfers_used, minted_at, minted_block)
      select e.passport_id, e.args->>'to', nullif((e.args->>'maxTransfers')::bigint, ${UNLIMITED_TRANSFERS}), 0, e.mined_at,
        e.block_number
      from chain_event e
      where e.name = 'PassportMinted' and ${OF_BLOCKS}`,
  },
};

const TRANSFERS: EventProjection = {
  events: ['Transfer'],
  ofBlocks: {
    name: 'project-transfers',
    text: `
      with moved as (
        insert into passport_transfer (block_number, log_index, passport_id, from_wallet, to_wallet, transferred_at,
          transaction_hash)
        select e.block_number, e.log_index, e.passport_id, e.args->>'from', e.args->>'to', e.mined_at,
          e.transaction_hash
        from chain_event e
        where e.name = 'Transfer' and e.args->>'from' <> '${ZERO_ADDRESS}' and ${OF_BLOCKS}
        returning passport_id, to_wallet, block_number, log_index
      ), latest as (
        select passport_id, count(*) as times,
          (array_agg(to_wallet order by block_number desc, log_index desc))[1] as owner
        from moved
        group by passport_id
      )
      update passport set owner = latest.owner, transfers_used = transfers_used + latest.times
      from latest
      where passport.id = latest.passport_id`,
  },
};

/** Passports, then their transfers. */
export const PASSPORT_PROJECTIONS: readonly EventProjection[] = [PASSPORTS, TRANSFERS];
