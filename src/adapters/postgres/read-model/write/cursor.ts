import type { IndexedContracts, ProjectionCursor, ProjectionStep } from '../../../ports/projection.ts';
import type { Sql, Statement, TextRow } from '../../connection/sql.ts';
import { eraseProjection } from './erase.ts';

/**
 * Creates the cursor's only row for these contracts, and erases what was projected from other contracts. Throws while
 * another writer projects other contracts.
 */
export async function openCursor(
  sql: Sql,
  writer: string,
  { chainId, hub, startBlock }: IndexedContracts,
): Promise<void> {
  await sql.query(LOCK, []);
  const [stored] = await sql.query(SOURCE, [writer]);
  const [storedChain, storedHub, storedStart, isInUse] = stored ?? [];
  if (storedChain === String(chainId) && storedHub === hub && storedStart === String(startBlock)) return;
  if (isInUse === true)
    throw new Error(
      `Another instance projects the contracts of ${String(storedHub)} into this database, not of ${hub}.`,
    );
  await eraseProjection(sql);
  await sql.query(stored ? REPLACE : CREATE, [chainId, hub, startBlock]);
}

export async function readCursor(sql: Sql): Promise<ProjectionCursor> {
  const [row] = await sql.query(READ, []);
  if (!row) throw new Error('The projection was not opened.');
  return toCursor(row);
}

export async function claimCursor(
  sql: Sql,
  writer: string,
  leaseMs: number,
  caughtUpMsAgo: number | undefined,
): Promise<boolean> {
  return (await sql.query(CLAIM, [writer, leaseMs, caughtUpMsAgo ?? null])).length > 0;
}

export async function releaseCursor(sql: Sql, writer: string): Promise<void> {
  await sql.query(RELEASE, [writer]);
}

/** Moves the cursor and locks it; undefined when its version has changed or another writer has it. */
export async function moveCursor(
  sql: Sql,
  writer: string,
  { version, after, through, head }: ProjectionStep,
): Promise<Move | undefined> {
  const { number, timestamp, confirmedNumber, finalizedNumber } = head;
  const values = [version, writer, through + 1, number, timestamp, confirmedNumber, finalizedNumber, after];
  const [moved] = await sql.query(MOVE, values);
  if (!moved) return undefined;
  return { version: Number(moved[0]), startBlock: Number(moved[1]), nextBlock: Number(moved[2]) };
}

/** The new version, and the position from which the cursor moved. */
export interface Move {
  readonly version: number;
  readonly startBlock: number;
  readonly nextBlock: number;
}

const LOCK: Statement = { name: '', text: 'lock table chain_cursor in share row exclusive mode' };

const SOURCE: Statement = {
  name: 'projection-source',
  text: 'select chain_id, hub, start_block, writer <> $1 and writer_until > now() from chain_cursor',
};

const CREATE: Statement = {
  name: 'create-cursor',
  text: `
    insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, confirmed_number, finalized_number)
    values ($1, $2, $3, $3, 0, 0, 0)`,
};

const REPLACE: Statement = {
  name: 'replace-cursor',
  text: `
    update chain_cursor set chain_id = $1, hub = $2, start_block = $3, next_block = $3, head_number = 0, head_at = null,
      clock_ahead = null, abreast_at = null, confirmed_number = 0, finalized_number = 0, version = version + 2, writer = null,
      writer_until = null`,
};

const READ: Statement = {
  name: 'read-cursor',
  text: `
    select next_block, version, head_number, extract(epoch from head_at)::bigint, confirmed_number, finalized_number
    from chain_cursor`,
};

const CLAIM: Statement = {
  name: 'claim-cursor',
  text: `
    update chain_cursor set writer = $1, writer_until = now() + $2::integer * interval '1 millisecond',
      abreast_at = greatest(abreast_at, now() - $3::double precision * interval '1 millisecond')
    where writer = $1 or writer is null or writer_until < now()
    returning version`,
};

const RELEASE: Statement = {
  name: 'release-cursor',
  text: 'update chain_cursor set writer = null, writer_until = null where writer = $1',
};

// A chain whose clock was moved forward stays ahead of ours between its blocks. The finalized block never goes back, although
// nodes may differ, unless a rewind went below it.
const MOVE: Statement = {
  name: 'move-cursor',
  text: `
    update chain_cursor c set version = c.version + 1, next_block = $3, head_number = $4, head_at = to_timestamp($5),
      clock_ahead = greatest(to_timestamp($5) - now(), interval '0'),
      confirmed_number = $6,
      finalized_number = case when $8::bigint < c.finalized_number then $7 else greatest(c.finalized_number, $7) end
    from (select next_block from chain_cursor for update) previous
    where c.version = $1 and c.writer = $2
    returning c.version, c.start_block, previous.next_block`,
};

function toCursor([next, version, head, headAt, confirmed, finalized]: TextRow): ProjectionCursor {
  return {
    nextBlock: Number(next),
    version: Number(version),
    head:
      headAt === null || headAt === undefined
        ? undefined
        : {
            number: Number(head),
            timestamp: Number(headAt),
            confirmedNumber: Number(confirmed),
            finalizedNumber: Number(finalized),
          },
  };
}
