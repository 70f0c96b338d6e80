import type { Sql } from '../connection/sql.ts';
import { REPLAY } from './replay-schema.ts';

/** An event of the served read model that the replay lacks. */
export interface ExtraEvent {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly logIndex: number;
}

/** Some of the events that the replay lacks, the newest first. */
export async function readExtraEvents(sql: Sql, limit: number): Promise<readonly ExtraEvent[]> {
  const rows = await sql.query(EXTRA, [limit]);
  return rows.map(([transactionHash, blockHash, logIndex]) => ({
    transactionHash: String(transactionHash),
    blockHash: String(blockHash),
    logIndex: Number(logIndex),
  }));
}

const EXTRA = {
  name: '',
  text: `
    select s.transaction_hash, s.block_hash, s.log_index
    from public.chain_event s
    where s.block_number < (select next_block from ${REPLAY}.chain_cursor) and not exists (
      select from ${REPLAY}.chain_event r where r.block_number = s.block_number and r.log_index = s.log_index)
    order by s.block_number desc, s.log_index desc
    limit $1`,
};
