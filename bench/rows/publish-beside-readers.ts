import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { spreadOf } from '../harness/bars.ts';
import { adopt } from '../harness/servers/children.ts';
import {
  costlyRequests,
  type ReaderReport,
  type ReaderSettings,
} from '../harness/requests/costly-requests.ts';
import { DATABASE_URL } from '../harness/servers/database.ts';
import { watchDisturbance } from '../harness/disturbance.ts';
import { sendRequest } from '../harness/load/load.ts';
import { runPacedLoad, type Latency } from '../harness/load/paced-load.ts';
import { BENCH } from '../harness/paths.ts';
import { createPublisherKey, isProductBuilt, startProduct } from '../harness/servers/product.ts';
import { removePublished } from '../harness/servers/publish-keys.ts';
import { createPublishRequests } from '../harness/requests/publish-requests.ts';
import { waitUntilQuiet } from '../harness/quiet.ts';
import type { Row, RowResult } from '../harness/row.ts';
import type { Server } from '../harness/servers/server.ts';
import { ensureGiveaways } from '../seed/giveaways.ts';

const PUBLISHED_PER_SECOND = 100;
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 4;
const LEAST_SECONDS = 10;
const PROBE_EVERY_MS = 100;
const LOW_PRIORITY = 15;
const MOST = 2;
const STRETCH = 1.2;

interface Phase {
  readonly latency: Latency;
  readonly probes: ReadonlyMap<number, number>;
  readonly readers: ReaderReport;
  readonly disturbance: number;
}

/** Publishers at a constant rate, while anonymous readers request the most expensive responses within the limits. */
export const publishBesideReaders: Row = {
  number: 15,
  title: `publishing ${PUBLISHED_PER_SECOND} listings a second beside the ${costlyRequests(0).length} costliest public requests on ${CONNECTIONS} connections`,
  async run({ rounds, seconds }, log) {
    if (!isProductBuilt()) return { facts: {}, table: [['the product is not built']], remarks: [] };
    const database = process.env['BENCH_SCALE_URL'] ?? DATABASE_URL;
    if (database === DATABASE_URL) await ensureGiveaways(log);
    const alone: Phase[] = [];
    const beside: Phase[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await waitUntilQuiet();
        const server = await startProduct({ DATABASE_URL: database }, { allCores: true });
        try {
          await requireResponses(server);
          const next = createPublishRequests(await createPublisherKey(server));
          const load = { port: server.port, perSecond: PUBLISHED_PER_SECOND, next };
          await runPacedLoad({ ...load, seconds: WARM_UP_SECONDS });
          for (const [phases, connections] of [
            [alone, 0],
            [beside, CONNECTIONS],
          ] as const) {
            const phase = await measure(server, load, Math.max(seconds, LEAST_SECONDS), connections);
            phases.push(phase);
            log(`round ${round}: ${connections === 0 ? 'alone' : 'beside readers'} ${describe(phase)}`);
          }
        } finally {
          await server.stop();
        }
      }
    } finally {
      if (database === DATABASE_URL) await removePublished();
    }
    return toResult(database, alone, beside);
  },
};

/** The gateway answers each of these requests, so none is refused for its cost. */
async function requireResponses({ port }: Server): Promise<void> {
  for (const request of costlyRequests(-1)) {
    const { status, body } = await sendRequest(port, request);
    if (status !== 200 && status !== 503)
      throw new Error(`A costly request is answered ${status}: ${body.toString().slice(0, 400)}`);
  }
}

async function measure(
  server: Server,
  load: Omit<Parameters<typeof runPacedLoad>[0], 'seconds'>,
  seconds: number,
  connections: number,
): Promise<Phase> {
  const readers = connections > 0 ? await startReaders({ port: server.port, connections }) : undefined;
  const probing = probe(server);
  if (readers) await after(WARM_UP_SECONDS * 1_000);
  const disturbance = watchDisturbance(server.pid, ...(readers?.child.pid ? [readers.child.pid] : []));
  const latency = await runPacedLoad({ ...load, seconds });
  const disturbed = disturbance();
  const report = (await readers?.stop()) ?? { statuses: {}, longestMs: 0 };
  return { latency, readers: report, disturbance: disturbed, probes: await probing.stop() };
}

async function startReaders(settings: ReaderSettings): Promise<{
  readonly child: ChildProcess;
  stop(): Promise<ReaderReport>;
}> {
  const child = fork(join(BENCH, 'harness', 'load', 'costly-readers.ts'), {
    env: { ...process.env, READERS: JSON.stringify(settings) },
  });
  adopt(child);
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
  if (ready === undefined) throw new Error('The readers have ended.');
  // Here they share a core with the publishers; in production they would not.
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  return {
    child,
    async stop() {
      const reported = once(child, 'message');
      child.send('stop');
      const [report] = await reported;
      child.kill('SIGKILL');
      return report as ReaderReport;
    },
  };
}

/** Requests /readyz repeatedly; counts the responses by status. */
function probe({ port }: Server): { stop(): Promise<ReadonlyMap<number, number>> } {
  const counts = new Map<number, number>();
  let isStopped = false;
  const probing = (async () => {
    while (!isStopped) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
      await after(PROBE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await probing;
      return counts;
    },
  };
}

const unready = ({ probes }: Phase) =>
  [...probes].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);

function describe(phase: Phase): string {
  const { latency, readers, disturbance } = phase;
  return `p50 ${latency.p50.toFixed(2)} ms, p99 ${latency.p99.toFixed(2)} ms, most ${latency.max.toFixed(1)} ms, readers ${JSON.stringify(readers.statuses)}, not ready ${unready(phase)} times, disturbed ${disturbance.toFixed(2)}`;
}

function toResult(database: string, alone: readonly Phase[], beside: readonly Phase[]): RowResult {
  const ratio = spreadOf(
    beside.map(({ latency }, round) => latency.p99 / (alone[round]?.latency.p99 ?? Number.NaN)),
  );
  const timesUnready = beside.reduce((sum, phase) => sum + unready(phase), 0);
  const bars = [
    { level: 'must', what: 'p99 beside readers', atMost: MOST, reached: ratio.median },
    { level: 'stretch', what: 'p99 beside readers', atMost: STRETCH, reached: ratio.median },
    { level: 'must', what: 'not ready', atMost: 0, reached: timesUnready },
  ].map((bar) => ({ ...bar, held: bar.reached <= bar.atMost }));
  const three = (values: readonly number[]) => {
    const { min, median, max } = spreadOf(values);
    return [min, median, max].map((value) => value.toFixed(2)).join(' / ');
  };
  const p99s = (phases: readonly Phase[]) => three(phases.map(({ latency }) => latency.p99));
  const told = (phase: Phase) => ({ ...phase, probes: Object.fromEntries(phase.probes) });
  return {
    facts: {
      database: new URL(database).pathname.slice(1),
      publishedPerSecond: PUBLISHED_PER_SECOND,
      connections: CONNECTIONS,
      ratio,
      bars,
      alone: alone.map(told),
      beside: beside.map(told),
    },
    table: [
      ['publishing', 'p99 ms min/median/max', 'readers a second', 'refused (503)', 'not ready'],
      ['alone', p99s(alone), '–', '–', '0'],
      [
        'beside readers',
        p99s(beside),
        three(beside.map(({ readers }) => readers.perSecond ?? 0)),
        three(beside.map(({ readers }) => readers.statuses['503'] ?? 0)),
        String(timesUnready),
      ],
    ],
    remarks: bars.map(
      ({ level, what, atMost, reached, held }) =>
        `${level} ${what} ≤ ${atMost}${what === 'not ready' ? '' : ' × alone'}: ${held ? 'held' : 'MISSED'} (${reached.toFixed(2)})`,
    ),
  };
}
