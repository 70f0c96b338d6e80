import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { spreadOf } from '../harness/bars.ts';
import { watchDisturbance } from '../harness/disturbance.ts';
import { listingOf } from '../harness/follow/listing-of.ts';
import type { MatchedListings } from '../harness/follow/match-listings.ts';
import { runPacedLoad } from '../harness/load/paced-load.ts';
import { BENCH } from '../harness/paths.ts';
import { waitUntilQuiet } from '../harness/quiet.ts';
import { postJson } from '../harness/requests/request.ts';
import type { Row, RowResult } from '../harness/row.ts';
import { adopt } from '../harness/servers/children.ts';
import { databaseBeside, recreateDatabase, withDatabase } from '../harness/servers/database.ts';
import { onServerCore } from '../harness/servers/pinning.ts';
import { createPublisherKey, isProductBuilt, startProduct } from '../harness/servers/product.ts';
import { addFollowers, wordOf } from '../seed/followers.ts';

const FOLLOWERS = 100_000;
const LISTINGS = 2_000;
const PUBLISHED_PER_SECOND = 20;
const LEAST_SECONDS = 10;
const MAX_CPU_MS = 1;
const MAX_QUEUED_MS = 2_000;
const SETTLED_WITHIN_SECONDS = 60;
const DATABASE = databaseBeside('follow');

interface Round {
  readonly matchingMs: number;
  readonly storingMs: number;
  readonly messagesPerListing: number;
  readonly queuedP99: number;
  readonly disturbance: number;
}

/** Listings are published while many accounts follow filters of the feed by webhook. */
export const followers: Row = {
  number: 18,
  title: `a published listing compared with ${FOLLOWERS.toLocaleString('en')} followed filters, and its messages`,
  async run({ rounds, seconds }, log) {
    if (!isProductBuilt()) return { facts: {}, table: [['the product is not built']], remarks: [] };
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await prepare();
      await waitUntilQuiet();
      const matched = await match();
      const queuedP99 = await queue(Math.max(seconds, LEAST_SECONDS));
      measured.push({ ...matched, queuedP99 });
      log(`round ${round}: ${JSON.stringify(measured.at(-1))}`);
    }
    return toResult(measured);
  },
};

/** An empty database with the product's tables and the followers. */
async function prepare(): Promise<void> {
  await recreateDatabase(DATABASE);
  const server = await startProduct({ DATABASE_URL: DATABASE });
  await server.stop();
  await addFollowers(DATABASE, FOLLOWERS);
}

async function match(): Promise<Omit<Round, 'queuedP99'>> {
  const [command, args] = onServerCore(join(BENCH, 'harness', 'follow', 'match-listings.ts'));
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: DATABASE, LISTINGS: String(LISTINGS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  adopt(child);
  const disturbance = watchDisturbance(child.pid ?? 0);
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  await ended;
  if (output === '') throw new Error('The matching failed.');
  const { listings, messages, matchingCpuSeconds, storingCpuSeconds } = JSON.parse(output) as MatchedListings;
  return {
    matchingMs: (matchingCpuSeconds * 1_000) / listings,
    storingMs: (storingCpuSeconds * 1_000) / listings,
    messagesPerListing: messages / listings,
    disturbance: disturbance(),
  };
}

/** The 99th percentile of the time from the publication of a listing to the storage of its messages, in milliseconds. */
async function queue(seconds: number): Promise<number> {
  const server = await startProduct({ DATABASE_URL: DATABASE }, { allCores: true });
  try {
    const key = await createPublisherKey(server);
    const headers = { accept: 'application/json', authorization: `Bearer ${key}` };
    let index = 0;
    const next = () =>
      postJson('/api/v1/giveaways', JSON.stringify(listingOf(randomUUID(), wordOf(index++))), headers);
    await runPacedLoad({ port: server.port, perSecond: PUBLISHED_PER_SECOND, seconds, next });
    return await withDatabase(async (client) => {
      const deadline = performance.now() + SETTLED_WITHIN_SECONDS * 1_000;
      while ((await client.query('select from listing_change limit 1')).rowCount !== 0) {
        if (performance.now() > deadline) throw new Error('Changes of listings are not announced.');
        await after(200);
      }
      const { rows } = await client.query<{ readonly ms: number }>(`
        select percentile_cont(0.99) within group (
          order by extract(epoch from d.created_at - l.created_at) * 1000)::double precision as ms
        from webhook_event e join listing l on l.id = e.subject join webhook_delivery d on d.event_id = e.id
        where l.namespace <> 'bench:follow'`);
      return rows[0]?.ms ?? Number.NaN;
    }, DATABASE);
  } finally {
    await server.stop();
  }
}

function toResult(rounds: readonly Round[]): RowResult {
  const spread = (name: keyof Round) => spreadOf(rounds.map((round) => round[name]));
  const [matching, storing, queued] = [spread('matchingMs'), spread('storingMs'), spread('queuedP99')];
  const bars = [
    { level: 'must', what: 'CPU ms to match a listing', atMost: MAX_CPU_MS, reached: matching.median },
    { level: 'must', what: 'ms to the queue at p99', atMost: MAX_QUEUED_MS, reached: queued.median },
  ].map((bar) => ({ ...bar, held: bar.reached <= bar.atMost }));
  const three = ({ min, median, max }: ReturnType<typeof spreadOf>) =>
    [min, median, max].map((value) => value.toFixed(2)).join(' / ');
  return {
    facts: { followers: FOLLOWERS, listings: LISTINGS, matching, storing, queued, bars, rounds },
    table: [
      ['a listing', 'min/median/max'],
      ['CPU ms to match', three(matching)],
      ['CPU ms to store its messages', three(storing)],
      ['messages', three(spread('messagesPerListing'))],
      ['ms to the queue at p99', three(queued)],
    ],
    remarks: bars.map(
      ({ level, what, atMost, reached, held }) =>
        `${level} ${what} ≤ ${atMost}: ${held ? 'held' : 'MISSED'} (${reached.toFixed(2)})`,
    ),
  };
}
