import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type * as Database from '../../../src/adapters/postgres/connection/database.ts';
import type * as Writer from '../../../src/adapters/postgres/listings/listing-writer.ts';
import type * as Matches from '../../../src/adapters/postgres/webhooks/feed-matches.ts';
import type * as Announce from '../../../src/core/webhooks/announce/announce-listings.ts';
import type * as Draft from '../../../src/core/listings/listing-draft.ts';
import { importBuilt } from '../../chain/built.ts';
import { wordOf } from '../../seed/followers.ts';
import { listingOf } from './listing-of.ts';

/** The output of the process. */
export interface MatchedListings {
  readonly listings: number;
  readonly messages: number;
  /** Of this process and its backends of PostgreSQL. */
  readonly matchingCpuSeconds: number;
  readonly storingCpuSeconds: number;
}

const LISTINGS = Number(process.env['LISTINGS']);
const TICKS_PER_SECOND = 100;

const { openDatabase } = (await importBuilt('adapters/postgres/connection/database')) as typeof Database;
const { createListingWriter } = (await importBuilt(
  'adapters/postgres/listings/listing-writer',
)) as typeof Writer;
const { createFeedMatches } = (await importBuilt(
  'adapters/postgres/webhooks/feed-matches',
)) as typeof Matches;
const { announceListings } = (await importBuilt(
  'core/webhooks/announce/announce-listings',
)) as typeof Announce;
const { listingDraft } = (await importBuilt('core/listings/listing-draft')) as typeof Draft;

const database = await openDatabase({
  url: process.env['DATABASE_URL'],
  readUrl: undefined,
  directory: '',
  warn: (message) => process.stderr.write(`${message}\n`),
  note: () => undefined,
});
const query = (text: string) => database.sql.query({ name: '', text }, []);
const ids = { next: (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}` };

async function cpuSeconds(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const pids = await query('select pid from pg_stat_activity where datname = current_database()');
  const ticks = pids.map(([pid]) => {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // Fields 14 and 15 of proc_pid_stat(5), counted after the name in parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1e6 + ticks.reduce((sum, some) => sum + some, 0) / TICKS_PER_SECOND;
}

const writer = createListingWriter(database.sql);
const now = new Date();
for (let first = 0; first < LISTINGS; first += 64)
  await Promise.all(
    Array.from({ length: Math.min(64, LISTINGS - first) }, (_, index) =>
      writer.put({
        namespace: 'bench:follow',
        publisherId: null,
        draft: listingDraft.parse(listingOf(randomUUID(), wordOf(first + index))),
        now,
        newId: ids.next('lst'),
      }),
    ),
  );

let matchingCpuSeconds = 0;
let storingCpuSeconds = 0;
let messages = 0;
const feedMatches = createFeedMatches(database.sql);
const measured = {
  async next(limit: number) {
    const before = await cpuSeconds();
    const batch = await feedMatches.next(limit);
    matchingCpuSeconds += (await cpuSeconds()) - before;
    return batch;
  },
  async save(...[events, progress]: Parameters<typeof feedMatches.save>) {
    const before = await cpuSeconds();
    await feedMatches.save(events, progress);
    storingCpuSeconds += (await cpuSeconds()) - before;
    messages += events.reduce((sum, { webhookIds }) => sum + webhookIds.length, 0);
  },
};
while (await announceListings({ ids, feedMatches: measured }));
const result: MatchedListings = { listings: LISTINGS, messages, matchingCpuSeconds, storingCpuSeconds };
process.stdout.write(JSON.stringify(result));
await database.close();
