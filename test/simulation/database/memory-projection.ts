import type { Projection, ProjectionStep } from '../../../src/adapters/ports/projection.ts';
import { duplicateKey, isFree, type CursorRow, type Immediate, type Tables } from './tables.ts';

const STORED_BLOCKS = 512;

/**
 * The cursor, the blocks and the events, as src/adapters/postgres/read-model/write states them in SQL. The rows that are projected
 * from the events are left out: test/chain/indexer/projection compares these with a model.
 */
export function memoryProjection(tables: Tables): Immediate<Projection> {
  const cursorOf = (): CursorRow => {
    if (tables.cursor === undefined) throw new Error('The projection was not opened.');
    return tables.cursor;
  };
  return {
    open(_writer, { chainId, hubs }) {
      const source = JSON.stringify([
        chainId,
        hubs.map(({ hubIndex: place, hub, startBlock }) => [place, hub, startBlock]),
      ]);
      if (tables.cursor?.source === source) return undefined;
      if (tables.cursor !== undefined) throw new Error('Only one source of events is simulated.');
      const startBlock = Math.min(...hubs.map((hub) => hub.startBlock));
      tables.cursor = {
        source,
        startBlock,
        nextBlock: startBlock,
        head: undefined,
        version: 0,
        writer: null,
        writerUntil: null,
        abreastAt: null,
      };
      return undefined;
    },
    cursor() {
      const { nextBlock, head, version, abreastAt } = cursorOf();
      return {
        nextBlock,
        head,
        version,
        ...(abreastAt !== null && { caughtUpMsAgo: tables.now() - abreastAt }),
      };
    },
    claim(writer, leaseMs, caughtUpMsAgo) {
      const row = tables.cursor;
      const now = tables.now();
      if (row === undefined) return false;
      if (row.writer !== writer && !isFree(row.writerUntil, leaseMs, now)) return false;
      const known = row.abreastAt !== null && row.abreastAt <= now ? row.abreastAt : null;
      const reported = caughtUpMsAgo === undefined ? null : now - caughtUpMsAgo;
      const abreastAt = known === null || reported === null ? (known ?? reported) : Math.max(known, reported);
      Object.assign(row, { writer, writerUntil: now + leaseMs, abreastAt });
      return true;
    },
    release(writer) {
      const row = tables.cursor;
      if (row?.writer === writer) Object.assign(row, { writer: null, writerUntil: null });
    },
    blocks(limit, below = Number.MAX_SAFE_INTEGER) {
      return tables.blocks
        .filter(({ number }) => number < below)
        .slice(-limit)
        .toReversed();
    },
    apply(writer, step) {
      const row = cursorOf();
      if (row.version !== step.version || row.writer !== writer) return undefined;
      const { blocks, events } = tables;
      const before = { ...row };
      const after = apply(tables, row, step);
      tables.unflushed.push({
        at: tables.now(),
        undo() {
          Object.assign(tables, { blocks, events });
          const { nextBlock, head, version } = before;
          Object.assign(row, { nextBlock, head, version });
        },
      });
      Object.assign(tables, after);
      moveCursor(row, step);
      return { version: row.version, nextBlock: row.nextBlock };
    },
  };
}

function apply(
  tables: Tables,
  { nextBlock, startBlock }: CursorRow,
  { after, blocks, events }: ProjectionStep,
): Pick<Tables, 'blocks' | 'events'> {
  const isAppended = after === nextBlock - 1;
  const isErased = !isAppended && after < startBlock;
  const keptBlocks = isErased
    ? []
    : isAppended
      ? tables.blocks
      : tables.blocks.filter(({ number }) => number <= after);
  const keptEvents = isErased
    ? []
    : isAppended
      ? tables.events
      : tables.events.filter(({ blockNumber }) => blockNumber <= after);
  const last = keptBlocks.at(-1)?.number ?? -1;
  if (blocks.some(({ number }) => number <= last)) throw duplicateKey('chain_block_pkey');
  const lastEvent = keptEvents.at(-1)?.blockNumber ?? -1;
  if (events.some(({ blockNumber }) => blockNumber <= lastEvent)) throw duplicateKey('chain_event_pkey');
  const stored = [...keptBlocks, ...blocks];
  const [oldest] = stored;
  return {
    blocks: stored.length > STORED_BLOCKS + 1 && oldest ? [oldest, ...stored.slice(-STORED_BLOCKS)] : stored,
    events: events.length > 0 ? [...keptEvents, ...events] : keptEvents,
  };
}

function moveCursor(row: CursorRow, { after, through, head }: ProjectionStep): void {
  const known = row.head?.finalizedNumber ?? 0;
  const finalizedNumber = after < known ? head.finalizedNumber : Math.max(known, head.finalizedNumber);
  row.version += 1;
  row.nextBlock = through + 1;
  row.head = { ...head, finalizedNumber };
}
