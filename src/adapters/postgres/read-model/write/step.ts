import type { ChainEvent, ProjectedStep, ProjectionStep } from '../../../ports/projection.ts';
import type { Sql, Statement } from '../../connection/sql.ts';
import { moveCursor, type Move } from './cursor/cursor.ts';
import { withoutDuplicates } from './duplicate-giveaways.ts';
import { DELIVERIES } from './projections/delivery-projection.ts';
import { ENTRIES } from './projections/entry-projection.ts';
import { eraseProjection } from './erase.ts';
import { GIVEAWAYS, PLACE_COUNTS } from './projections/giveaway-projection.ts';
import { PASSPORT_PROJECTIONS } from './projections/passport-projection.ts';
import { PLACES } from './projections/place-projection.ts';
import { SIGNERS } from './projections/provider-projection.ts';
import { rewind, type Dropped } from './rewind.ts';
import { ROUNDS } from './projections/round-projection.ts';
import { SETTINGS } from './settings.ts';
import { storeStep, type StoredStep } from './steps.ts';

const PROJECTIONS = [
  SIGNERS,
  GIVEAWAYS,
  PLACE_COUNTS,
  ...PASSPORT_PROJECTIONS,
  ENTRIES,
  ...DELIVERIES,
  ...ROUNDS,
  ...PLACES,
];
const MAX_LISTED_IDS = 500;

/** Applies a step inside a transaction; undefined, without any change, when the version or the writer of the cursor is another one. */
export async function applyStep(
  sql: Sql,
  writer: string,
  step: ProjectionStep,
): Promise<ProjectedStep | undefined> {
  const moved = await moveCursor(sql, writer, step);
  if (!moved) return undefined;
  await sql.query(SETTINGS, []);

  const dropped = await dropAbove(sql, step.after, moved);
  await sql.query(STORE_BLOCKS, [JSON.stringify(step.blocks)]);
  const events = moved.hubs > 1 ? await withoutDuplicates(sql, step.events) : step.events;
  if (events.length > 0) await project(sql, { ...step, events });
  await sql.query(DELETE_OLD_BLOCKS, []);

  const stored = toStored(step, moved.version, dropped);
  await storeStep(sql, stored);
  return { version: stored.version, nextBlock: stored.nextBlock };
}

async function dropAbove(
  sql: Sql,
  after: number,
  { nextBlock, startBlock }: Move,
): Promise<Dropped | undefined> {
  if (after === nextBlock - 1) return { giveawayKeys: [] };
  if (after >= startBlock) return rewind(sql, after);
  await eraseProjection(sql);
  return undefined;
}

async function project(sql: Sql, { after, through, events }: ProjectionStep): Promise<void> {
  await sql.query(STORE_EVENTS, [JSON.stringify(events.map(toRecord))]);
  const names = new Set(events.map(({ name }) => name));
  for (const projection of PROJECTIONS) {
    if (projection.events.some((name) => names.has(name)))
      await sql.query(projection.ofBlocks, [after, through]);
  }
}

function toRecord(event: ChainEvent): object {
  return {
    block_number: event.blockNumber,
    log_index: event.logIndex,
    block_hash: event.blockHash,
    transaction_hash: event.transactionHash,
    mined_at: event.timestamp,
    hub: event.hub,
    name: event.name,
    giveaway_key: event.giveawayKey,
    passport_id: event.passportId,
    args: event.args,
  };
}

function toStored(
  { through, events }: ProjectionStep,
  version: number,
  dropped: Dropped | undefined,
): StoredStep {
  const giveawayKeys = new Set(dropped?.giveawayKeys);
  for (const { giveawayKey } of events) if (giveawayKey !== null) giveawayKeys.add(giveawayKey);
  const areListed = dropped !== undefined && giveawayKeys.size <= MAX_LISTED_IDS;
  return {
    version,
    nextBlock: through + 1,
    giveawayIds: areListed ? [...giveawayKeys].map((key) => `gwy_${key.slice(2)}`) : undefined,
  };
}

const STORE_BLOCKS: Statement = {
  name: 'store-blocks',
  text: `
    insert into chain_block (number, hash, parent_hash, mined_at)
    select number, hash, "parentHash", to_timestamp(timestamp)
    from json_to_recordset($1) as sent (number bigint, hash text, "parentHash" text, timestamp bigint)`,
};

const STORE_EVENTS: Statement = {
  name: 'store-events',
  text: `
    insert into chain_event (block_number, log_index, block_hash, transaction_hash, mined_at, hub, name, giveaway_key,
      passport_id, args)
    select block_number, log_index, block_hash, transaction_hash, to_timestamp(mined_at), hub, name, giveaway_key,
      passport_id, args
    from json_to_recordset($1) as sent (block_number bigint, log_index integer, block_hash text,
      transaction_hash text, mined_at bigint, hub smallint, name text, giveaway_key text, passport_id bigint, args jsonb)`,
};

// Only the search for a common ancestor reads blocks, and no reorg is this deep. The oldest one tells a node that lags far behind
// from one of another, shorter chain.
const STORED_BLOCKS = 512;
const DELETE_OLD_BLOCKS: Statement = {
  name: 'forget-blocks',
  text: `
    delete from chain_block
    where number < (select number from chain_block order by number desc offset ${STORED_BLOCKS - 1} limit 1)
      and number > (select min(number) from chain_block)`,
};
