import type { ChainBlock, Projection } from '../../../ports/projection.ts';
import type { Statement, TransactionalSql } from '../../connection/sql.ts';
import { claimCursor, readCursor, releaseCursor } from './cursor/cursor.ts';
import { openCursor } from './cursor/open-cursor.ts';
import { applyStep } from './step.ts';
import { createVacuum } from './vacuum.ts';

/**
 * The read model in PostgreSQL: a step is one transaction of statements over all its events. Without `autovacuum`, as in
 * the embedded database, it vacuums its tables itself.
 */
export function createProjection(
  sql: TransactionalSql,
  { autovacuum }: { readonly autovacuum: boolean } = { autovacuum: true },
): Projection {
  const vacuum = autovacuum ? undefined : createVacuum(sql);
  return {
    open: (writer, source) => sql.transaction((transaction) => openCursor(transaction, writer, source)),
    cursor: () => readCursor(sql),
    claim: (writer, leaseMs, caughtUpMsAgo) => claimCursor(sql, writer, leaseMs, caughtUpMsAgo),
    release: (writer) => releaseCursor(sql, writer),
    async apply(writer, step) {
      const projected = await sql.transaction((transaction) => applyStep(transaction, writer, step));
      await vacuum?.afterStep(step);
      return projected;
    },
    async blocks(limit, below = Number.MAX_SAFE_INTEGER) {
      const rows = await sql.query(BLOCKS, [below, limit]);
      return rows.map(([number, hash, parentHash, timestamp]): ChainBlock => ({
        number: Number(number),
        hash: String(hash),
        parentHash: String(parentHash),
        timestamp: Number(timestamp),
      }));
    },
  };
}

const BLOCKS: Statement = {
  name: 'chain-blocks',
  text: `
    select number, hash, parent_hash, extract(epoch from mined_at)::bigint
    from chain_block
    where number < $1
    order by number desc
    limit $2`,
};
