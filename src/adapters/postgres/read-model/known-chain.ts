import type { Sql } from '../connection/sql.ts';

/** A block that no reorganisation replaces. */
interface KnownBlock {
  readonly number: number;
  /** Lower-case 0x hex. */
  readonly hash: string;
}

// Without a stored final block the oldest one: no reorganisation is as deep as the stored blocks.
const KNOWN_BLOCK = {
  name: 'find-known-block',
  text: `
    select b.number, b.hash
    from chain_cursor c cross join chain_block b
    order by b.number > c.finalized_number, abs(b.number - c.finalized_number)
    limit 1`,
};
const KNOWN_CHAIN = {
  name: 'find-known-chain',
  text: 'select chain_id from chain_cursor where lower(hub) = any($1::text[])',
};
const FRESH_MS = 30_000;

/**
 * Finds a block of the stored chain, and reads it again after half a minute. The last one is used while the database does not
 * answer. Without one, each call asks the database, and rejects when it does not answer.
 */
export function createKnownBlock(sql: Sql): () => Promise<KnownBlock | undefined> {
  let known: KnownBlock | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<KnownBlock | undefined> | undefined;

  async function read(): Promise<KnownBlock | undefined> {
    try {
      const [row] = await sql.query(KNOWN_BLOCK, []);
      known = row && { number: Number(row[0]), hash: String(row[1]) };
      readAt = performance.now();
    } catch (error) {
      if (known === undefined) throw error;
    }
    return known;
  }

  return async () => {
    const isFresh = performance.now() - readAt < FRESH_MS;
    if (known !== undefined && (isFresh || reading !== undefined)) return known;
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  };
}

/** The id of the chain whose events of one of these hubs are stored; undefined when there are none. */
export async function findKnownChain(sql: Sql, hubs: readonly string[]): Promise<number | undefined> {
  const [row] = await sql.query(KNOWN_CHAIN, [hubs.map((hub) => hub.toLowerCase())]);
  return row && Number(row[0]);
}
