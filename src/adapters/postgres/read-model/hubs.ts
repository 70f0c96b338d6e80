import { MAX_HUBS } from '../../../core/chain/hubs.ts';
import { noTable } from '../connection/no-table.ts';
import type { Sql, TransactionalSql } from '../connection/sql.ts';

/**
 * The indexes of these hubs (EIP-55, the current one first), in their order. A hub that the database does not know gets the
 * next index; of several new ones, the last of the list gets the lowest. Throws an Error when the list lacks a hub that the
 * database knows.
 */
export async function registerHubs(sql: TransactionalSql, addresses: readonly string[]): Promise<number[]> {
  return sql.transaction(async (transaction) => {
    await transaction.query({ name: '', text: 'lock table hub in share row exclusive mode' }, []);
    const knownHubs = await readKnownHubs(transaction);
    refuseUnlisted(knownHubs, addresses);
    let next = Math.max(-1, ...[...knownHubs.values()].map(({ hubIndex }) => hubIndex)) + 1;
    const registered: number[] = [];
    for (const address of addresses.toReversed()) {
      const hubIndex = knownHubs.get(address.toLowerCase())?.hubIndex ?? next++;
      if (hubIndex >= MAX_HUBS)
        throw new Error(`A database knows at most ${MAX_HUBS} hubs: use a new database for CHAIN_HUB.`);
      registered.unshift(hubIndex);
      await transaction.query(REGISTER, [hubIndex, address]);
    }
    return registered;
  });
}

/**
 * Throws an Error when the list lacks a hub that the database knows. Changes nothing; a database without tables knows none.
 */
export async function requireListed(sql: Sql, addresses: readonly string[]): Promise<void> {
  refuseUnlisted(await readKnownHubs(sql).catch(noTable(new Map())), addresses);
}

function refuseUnlisted(knownHubs: ReadonlyMap<string, KnownHub>, addresses: readonly string[]): void {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  for (const { address, isDropped } of knownHubs.values())
    if (!isDropped && !listed.has(address.toLowerCase())) throw new Error(describeMissing(address));
}

interface KnownHub {
  readonly address: string;
  readonly hubIndex: number;
  readonly isDropped: boolean;
}

/** The known hubs by their addresses in lower case; of a database from before there were several, the one that it projects. */
async function readKnownHubs(sql: Sql): Promise<Map<string, KnownHub>> {
  const rows = await sql.query(KNOWN, []);
  const first = rows.length > 0 ? [] : await sql.query(FIRST, [EMBEDDED_CHAIN]);
  return new Map(
    [...rows, ...first].map(([hubIndex, address, isDropped]) => [
      String(address).toLowerCase(),
      { address: String(address), hubIndex: Number(hubIndex), isDropped: isDropped === true },
    ]),
  );
}

function describeMissing(address: string): string {
  return (
    `The database knows the hub ${address}, which CHAIN_HUB does not list: add it after the current one, with its ` +
    'passports in CHAIN_PASSPORT and its first block in CHAIN_START_BLOCK. To stop showing its giveaways, stop all ' +
    `instances and run: update hub set dropped_at = now() where address = '${address}'`
  );
}

/** Its contracts may be replaced at any time. */
const EMBEDDED_CHAIN = 31_337;

const KNOWN = { name: '', text: 'select place, address, dropped_at is not null from hub' };
const FIRST = { name: '', text: 'select 0, hub, false from chain_cursor where chain_id <> $1' };
const REGISTER = {
  name: '',
  text: `
    insert into hub (place, address) values ($1, $2)
    on conflict (place) do update set dropped_at = null where hub.dropped_at is not null`,
};
