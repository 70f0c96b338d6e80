import type { IndexedContracts, IndexedHub } from '../../../../ports/projection.ts';
import { isFree } from '../../../connection/lease.ts';
import type { Sql, Statement, TextRow } from '../../../connection/sql.ts';
import { eraseProjection } from '../erase.ts';
import { rewind } from '../rewind.ts';
import { SETTINGS } from '../settings.ts';

/**
 * Creates the cursor's only row for these contracts. When hubs were added, removes what was projected from the first of their
 * blocks on; erases what was projected from other contracts, and returns their hub. Throws while another writer projects others
 * than these, and when the same hubs are of another chain.
 */
export async function openCursor(
  sql: Sql,
  writer: string,
  { chainId, hubs }: IndexedContracts,
): Promise<string | undefined> {
  await sql.query(LOCK, []);
  const [row] = await sql.query(SOURCE, [writer]);
  const stored = row && toStored(row);
  const current = hubs[0]?.hub ?? '';
  if (stored?.chainId === chainId && toText(stored.hubs) === toText(hubs)) return undefined;
  if (stored?.isInUse === true)
    throw new Error(
      `Another instance projects the contracts of ${stored.hub} into this database, not of ${current}.`,
    );
  if (stored && stored.chainId !== chainId && toText(stored.hubs) === toText(hubs))
    throw new Error(`The stored events of ${stored.hub} are of chain ${stored.chainId}, not of ${chainId}.`);
  const source = [chainId, current, firstBlock(hubs), JSON.stringify(toRows(hubs))];
  const added = stored && findAdded(stored, { chainId, hubs });
  if (stored === undefined || added === undefined) {
    await eraseProjection(sql);
    await sql.query(stored ? REPLACE : CREATE, source);
    return stored?.hub;
  }
  const nextBlock = Math.min(stored.nextBlock, firstBlock(added));
  if (nextBlock < stored.nextBlock) {
    await sql.query(SETTINGS, []);
    await rewind(sql, nextBlock - 1);
  }
  await sql.query(EXTEND, [...source, nextBlock]);
  return undefined;
}

interface StoredSource extends IndexedContracts {
  readonly hub: string;
  readonly nextBlock: number;
  readonly isInUse: boolean;
}

/** The hubs that were added to the stored ones; undefined when others changed as well, so that all is read again. */
function findAdded(
  stored: StoredSource,
  { chainId, hubs }: IndexedContracts,
): readonly IndexedHub[] | undefined {
  const known = new Set(stored.hubs.map((hub) => toText([hub])));
  const added = hubs.filter((hub) => !known.has(toText([hub])));
  const isExtended =
    stored.chainId === chainId &&
    added.length === hubs.length - known.size &&
    firstBlock(hubs) === firstBlock(stored.hubs);
  return isExtended ? added : undefined;
}

const firstBlock = (hubs: readonly IndexedHub[]) => Math.min(...hubs.map(({ startBlock }) => startBlock));

/** The same text for the same hubs in any order. */
function toText(hubs: readonly IndexedHub[]): string {
  return JSON.stringify(toRows(hubs)).toLowerCase();
}

/** As they are stored: by index. */
function toRows(hubs: readonly IndexedHub[]): readonly (number | string)[][] {
  const ordered = hubs.toSorted((one, other) => one.hubIndex - other.hubIndex);
  return ordered.map(({ hubIndex, hub, startBlock }) => [hubIndex, hub, startBlock]);
}

function toStored([chainId, hub, startBlock, nextBlock, hubs, isInUse]: TextRow): StoredSource {
  const listed = (hubs == null ? [[0, hub, startBlock]] : JSON.parse(String(hubs))) as unknown[][];
  return {
    chainId: Number(chainId),
    hub: String(hub),
    hubs: listed.map(([hubIndex, address, start]) => ({
      hubIndex: Number(hubIndex),
      hub: String(address),
      startBlock: Number(start),
    })),
    nextBlock: Number(nextBlock),
    isInUse: isInUse === true,
  };
}

const LOCK: Statement = { name: '', text: 'lock table chain_cursor in share row exclusive mode' };

// How long a writer's lease lasts is the writer's choice; a minute is more than any chooses.
const SOURCE: Statement = {
  name: 'projection-source',
  text: `
    select chain_id, hub, start_block, next_block, hubs::text,
      writer <> $1 and not ${isFree('writer_until', `interval '1 minute'`)}
    from chain_cursor`,
};

const CREATE: Statement = {
  name: 'create-cursor',
  text: `
    insert into chain_cursor (chain_id, hub, start_block, hubs, next_block, head_number, confirmed_number, finalized_number)
    values ($1, $2, $3, $4, $3, 0, 0, 0)`,
};

// The version that is left out says that anything may have changed.
const REPLACE: Statement = {
  name: 'replace-cursor',
  text: `
    update chain_cursor set chain_id = $1, hub = $2, start_block = $3, hubs = $4, next_block = $3, head_number = 0,
      head_at = null, clock_ahead = null, abreast_at = null, confirmed_number = 0, finalized_number = 0,
      version = version + 2, writer = null, writer_until = null`,
};

const EXTEND: Statement = {
  name: 'extend-cursor',
  text: `
    update chain_cursor set chain_id = $1, hub = $2, start_block = $3, hubs = $4, next_block = $5, abreast_at = null,
      version = version + 2, writer = null, writer_until = null`,
};
