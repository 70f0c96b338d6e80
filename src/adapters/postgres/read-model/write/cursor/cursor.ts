import type { ProjectionCursor, ProjectionStep } from '../../../../ports/projection.ts';
import { isFree } from '../../../connection/lease.ts';
import type { Sql, Statement, TextRow } from '../../../connection/sql.ts';

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
  return {
    version: Number(moved[0]),
    startBlock: Number(moved[1]),
    nextBlock: Number(moved[2]),
    hubs: Number(moved[3]),
  };
}

/** The new version, and the position from which the cursor moved. */
export interface Move {
  readonly version: number;
  readonly startBlock: number;
  readonly nextBlock: number;
  /** How many hubs are projected. */
  readonly hubs: number;
}

const READ: Statement = {
  name: 'read-cursor',
  text: `
    select next_block, version, head_number, extract(epoch from head_at)::bigint, confirmed_number, finalized_number,
      extract(epoch from now() - abreast_at) * 1000
    from chain_cursor`,
};

const LEASE = `$2::integer * interval '1 millisecond'`;

// A time in the future is of a clock that was ahead.
const CLAIM: Statement = {
  name: 'claim-cursor',
  text: `
    update chain_cursor set writer = $1, writer_until = now() + ${LEASE},
      abreast_at = greatest(
        case when abreast_at <= now() then abreast_at end,
        now() - $3::double precision * interval '1 millisecond'
      )
    where writer = $1 or ${isFree('writer_until', LEASE)}
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
    returning c.version, c.start_block, previous.next_block, coalesce(jsonb_array_length(c.hubs), 1)`,
};

function toCursor([
  next,
  version,
  head,
  headAt,
  confirmed,
  finalized,
  caughtUpMsAgo,
]: TextRow): ProjectionCursor {
  return {
    nextBlock: Number(next),
    version: Number(version),
    ...(caughtUpMsAgo !== null && caughtUpMsAgo !== undefined && { caughtUpMsAgo: Number(caughtUpMsAgo) }),
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
