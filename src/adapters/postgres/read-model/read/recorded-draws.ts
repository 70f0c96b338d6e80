import { PASSPORTS_OF_HUB } from '../../../../core/chain/hubs.ts';
import type { Sql } from '../../connection/sql.ts';
import { HUB_BLOCK_OF_GIVEAWAY, HUB_OF_GIVEAWAY } from './columns.ts';

/** A draw in the read model. */
export interface RecordedDrawPlace {
  readonly chainId: string;
  /** Lower case. */
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
  readonly createdBlock: number;
  readonly drawnBlock: number;
  /** The last change of entries that counts for the draw. */
  readonly lastChange: { readonly blockNumber: number; readonly logIndex: number };
  /** The first block that can have events of the hub. */
  readonly hubBlock: number;
  /** The latest block of the read model. */
  readonly indexedBlock: number;
}

/** Changes of entries as the elements of a JSON array, as the document of a proof has them. */
interface ChangesText {
  /** How many there are; one more than `limit` when there are too many. */
  readonly count: number;
  readonly text: string;
  /** The hash of the block in the read model, while it is recent. */
  readonly blockHash: string | undefined;
}

/** Draws and the changes of entries before them, from the read model. */
export interface RecordedDraws {
  find(giveaway: string, round: number): Promise<RecordedDrawPlace | undefined>;
  /** The changes up to a block, at most `limit`. */
  changesUntil(giveaway: string, block: number, limit: number): Promise<ChangesText>;
}

const DRAW = {
  name: 'find-recorded-draw',
  text: `select c.chain_id, lower(${HUB_OF_GIVEAWAY}), g.key, g.created_block, r.decided_block, c.next_block - 1,
      last.block_number, last.log_index, ${HUB_BLOCK_OF_GIVEAWAY}
    from giveaway g
    join giveaway_round r on r.giveaway_id = g.id and r.index = $2 and r.beacon_round is not null
    cross join chain_cursor c
    cross join lateral (
      select block_number, log_index from entry_change
      where giveaway_id = g.id and open_round <= r.index
      order by block_number desc, log_index desc
      limit 1
    ) last
    where g.id = $1
    limit 1`,
};
// PostgreSQL writes the text: rows of their own would block the thread of the server.
const CHANGES = {
  name: 'read-recorded-changes',
  text: `with change as (
      select c.block_number, c.log_index, json_build_array(c.round_index, c.open_round, (c.passport_id % ${PASSPORTS_OF_HUB})::text,
        c.removed::integer, c.amount, c.entries, (e.args->>'roundTotal')::bigint, (e.args->>'leaf')::bigint,
        extract(epoch from c.changed_at)::bigint, c.block_number, c.log_index)::text as line
      from entry_change c
      join chain_event e on e.block_number = c.block_number and e.log_index = c.log_index
      where c.giveaway_id = $1 and c.block_number <= $2
      order by c.block_number, c.log_index
      limit $3::integer + 1
    )
    select count(*), coalesce(string_agg(line, ',' order by block_number, log_index), ''),
      (select hash from chain_block where number = $2)
    from change`,
};

export function createRecordedDraws(sql: Sql): RecordedDraws {
  return {
    async find(giveaway, round) {
      const [row] = await sql.query(DRAW, [giveaway, round]);
      if (row === undefined) return undefined;
      const [chainId, hub, key, createdBlock, drawnBlock, indexedBlock, blockNumber, logIndex, hubBlock] =
        row;
      return {
        chainId: String(chainId),
        hub: String(hub),
        giveaway: String(key),
        round,
        createdBlock: Number(createdBlock),
        drawnBlock: Number(drawnBlock),
        lastChange: { blockNumber: Number(blockNumber), logIndex: Number(logIndex) },
        hubBlock: Number(hubBlock),
        indexedBlock: Number(indexedBlock),
      };
    },
    async changesUntil(giveaway, block, limit) {
      const [row] = await sql.query(CHANGES, [giveaway, block, limit]);
      const [count, text, blockHash] = row ?? [];
      return {
        count: Number(count),
        text: String(text),
        blockHash: typeof blockHash === 'string' ? blockHash : undefined,
      };
    },
  };
}
