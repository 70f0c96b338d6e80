import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startAnvil } from '../chain/anvil.ts';
import { chainEnvironment } from '../chain/environment.ts';
import type { Backlog } from '../chain/producer.ts';
import { authorize, prepareWorld, readTotal, type World } from '../chain/world.ts';
import { spreadOf } from '../harness/bars.ts';
import { adopt } from '../harness/servers/children.ts';
import { databaseBeside, recreateDatabase, withDatabase } from '../harness/servers/database.ts';
import { createDifferentPages, toFeedVariables } from '../harness/requests/different-feeds.ts';
import { watchDisturbance } from '../harness/disturbance.ts';
import { FRONT_PAGE, postFeed } from '../harness/requests/feed-query.ts';
import { sendRequest } from '../harness/load/load.ts';
import { runPacedLoad, type Latency } from '../harness/load/paced-load.ts';
import { BENCH } from '../harness/paths.ts';
import { createSigner, isProductBuilt, startProduct } from '../harness/servers/product.ts';
import { waitUntilQuiet } from '../harness/quiet.ts';
import type { Row, RowResult } from '../harness/row.ts';
import type { Server } from '../harness/servers/server.ts';

const DATABASE = databaseBeside('chain');
// As many operations wait as keep the outbox busy.
const BACKLOG = 3_000;
const WARM_UP_SECONDS = 5;
const LEAST_SECONDS = 6;
const ATTEMPTS = 3;
const TOLERATED_DISTURBANCE = 0.1;
const MOST = 1.5;
const LOW_PRIORITY = 15;
const HIGH_PRIORITY = -10;
const PACES = { cached: 1_000, uncached: 150 } as const;
type Kind = keyof typeof PACES;

interface Phase {
  readonly kind: Kind;
  readonly withChain: boolean;
  readonly latency: Latency;
  readonly operationsPerSecond: number;
  readonly disturbance: number;
}

/** Visitors read the feed at a constant rate while the same process carries out operations at full speed. */
export const feedBesideChain: Row = {
  number: 12,
  title: `feed at a steady pace (${PACES.cached}/s cached, ${PACES.uncached}/s uncached) beside operations on chain at full rate, in one process`,
  async run({ rounds, seconds }, log) {
    if (!isProductBuilt()) return { facts: {}, table: [['the product is not built']], remarks: [] };
    const { world, file } = await prepareWorld();
    await prepareDatabase();
    const anvil = await startAnvil({ blockTime: 1, load: file, niceness: LOW_PRIORITY });
    const server = await startGateway(world, anvil.url);
    const producer = await startProducer(server, world, anvil.url);
    // In production the node and the clients run on other machines.
    for (const pid of [anvil.pid, producer.pid ?? 0]) setPriority(pid, LOW_PRIORITY);
    const phases: Phase[] = [];
    try {
      const requests = await createRequests(server);
      for (let round = 1; round <= rounds; round += 1) {
        for (const withChain of [false, true]) {
          await waitUntilQuiet();
          await setBacklog(producer, withChain ? BACKLOG : 0);
          for (const kind of ['cached', 'uncached'] as const) {
            // The backlog fills, and the chain's rate beside the reads becomes stable.
            await runPacedLoad({ ...toLoad(kind), seconds: WARM_UP_SECONDS });
            const phase = await measureUndisturbed(kind, withChain);
            phases.push(phase);
            log(`round ${round}: ${kind}${withChain ? ' beside the chain' : ''} ${describePhase(phase)}`);
          }
          await setBacklog(producer, 0);
          await settle();
        }
      }

      async function measureUndisturbed(kind: Kind, withChain: boolean): Promise<Phase> {
        let best = await measure(kind, withChain);
        for (let attempt = 1; attempt < ATTEMPTS && best.disturbance > TOLERATED_DISTURBANCE; attempt += 1) {
          const again = await measure(kind, withChain);
          if (again.disturbance < best.disturbance) best = again;
        }
        return best;
      }

      async function measure(kind: Kind, withChain: boolean): Promise<Phase> {
        const before = await readTotal(anvil.url, world);
        const began = performance.now();
        const disturbance = watchDisturbance(server.pid, anvil.pid, producer.pid ?? 0);
        const latency = await runPacedLoad({ ...toLoad(kind), seconds: Math.max(seconds, LEAST_SECONDS) });
        const passed = (performance.now() - began) / 1_000;
        const operationsPerSecond = ((await readTotal(anvil.url, world)) - before) / passed;
        if (withChain !== operationsPerSecond > 0)
          throw new Error(
            `The gateway carried out ${operationsPerSecond.toFixed(0)} operations a second: ${await readHolds()}.`,
          );
        return { kind, withChain, latency, operationsPerSecond, disturbance: disturbance() };
      }

      function toLoad(kind: Kind) {
        return { port: server.port, perSecond: PACES[kind], next: requests[kind] };
      }

      /** Waits until no operation is in progress. */
      async function settle(): Promise<void> {
        for (let last = -1; ;) {
          const total = await readTotal(anvil.url, world);
          if (total === last) return;
          last = total;
          await after(3_000);
        }
      }
    } finally {
      producer.kill('SIGKILL');
      await server.stop();
      await anvil.stop();
    }
    return toResult(phases);
  },
};

/** Seeds the listings and deletes the rows of another chain. */
async function prepareDatabase(): Promise<void> {
  await recreateDatabase(DATABASE, 'seed');
  await withDatabase(
    (client) => client.query('truncate passport, entry, giveaway_round, giveaway, entry_change'),
    DATABASE,
  );
}

/** On all cores: the chain's work has its own thread. */
function startGateway(world: World, url: string): Promise<Server> {
  return startProduct({ DATABASE_URL: DATABASE, ...chainEnvironment(world, url) }, { allCores: true });
}

/** The holds of waiting operations, from the gateway's lanes. */
function readHolds(): Promise<string> {
  return withDatabase(async (client) => {
    const { rows } = await client.query(
      'select signer, hold, owner, lease_until > now() as held from chain_lane',
    );
    return JSON.stringify(rows);
  }, DATABASE);
}

async function startProducer(server: Server, world: World, url: string): Promise<ChildProcess> {
  const signer = await createSigner(server);
  await authorize(url, world, [signer]);
  const child = fork(join(BENCH, 'chain', 'producer.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: DATABASE,
      WORLD: JSON.stringify(world),
      SIGNERS: JSON.stringify([signer]),
    },
  });
  adopt(child);
  const isReady = once(child, 'message').then(() => true);
  if (!(await Promise.race([isReady, once(child, 'exit').then(() => false)])))
    throw new Error('The producer has ended.');
  return child;
}

async function setBacklog(producer: ChildProcess, backlog: number): Promise<void> {
  const message: Backlog = { backlog };
  producer.send(message);
}

async function createRequests({ port }: Server): Promise<Record<Kind, () => Buffer>> {
  // Latency is measured here: nothing else on this core may delay this process.
  raisePriority();
  const pages = await createDifferentPages();
  const cached = postFeed(FRONT_PAGE);
  // A response is cached from its second request on.
  for (let time = 0; time < 3; time += 1) await sendRequest(port, cached);
  let index = 0;
  return { cached: () => cached, uncached: () => postFeed(toFeedVariables(pages(index++))) };
}

function raisePriority(): void {
  try {
    setPriority(HIGH_PRIORITY);
  } catch {
    // The process may lack the permission.
  }
}

function describePhase({ latency, operationsPerSecond, disturbance }: Phase): string {
  const { p50, p99, max } = latency;
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, most ${max.toFixed(1)} ms, ${operationsPerSecond.toFixed(0)} operations/s, disturbed ${disturbance.toFixed(2)}`;
}

function toResult(phases: readonly Phase[]): RowResult {
  const of = (kind: Kind, withChain: boolean) =>
    phases.filter((phase) => phase.kind === kind && phase.withChain === withChain);
  const summaries = (['cached', 'uncached'] as const).map((kind) => {
    const alone = of(kind, false);
    const beside = of(kind, true);
    const ratios = beside.flatMap(({ latency }, round) => {
      const base = alone[round]?.latency.p99;
      return base === undefined ? [] : [latency.p99 / base];
    });
    return {
      kind,
      p99Alone: spreadOf(alone.map(({ latency }) => latency.p99)),
      p99Beside: spreadOf(beside.map(({ latency }) => latency.p99)),
      ratio: spreadOf(ratios),
      operationsPerSecond: spreadOf(beside.map(({ operationsPerSecond }) => operationsPerSecond)),
    };
  });
  const bars = summaries.map(({ kind, ratio }) => ({
    level: 'must',
    kind,
    atMost: MOST,
    reached: ratio.median,
    held: ratio.median <= MOST,
  }));
  const three = ({ min, median, max }: ReturnType<typeof spreadOf>) =>
    [min, median, max].map((value) => value.toFixed(2)).join(' / ');
  return {
    facts: { backlog: BACKLOG, paces: PACES, summaries, bars, phases },
    table: [
      ['feed', 'p99 ms alone min/median/max', 'p99 ms beside the chain', 'ratio', 'operations/s'],
      ...summaries.map(({ kind, p99Alone, p99Beside, ratio, operationsPerSecond }) => [
        kind,
        three(p99Alone),
        three(p99Beside),
        three(ratio),
        three(operationsPerSecond),
      ]),
    ],
    remarks: bars.map(
      ({ level, kind, atMost, reached, held }) =>
        `${level} ${kind}: p99 beside the chain ≤ ${atMost} × alone: ${held ? 'held' : 'MISSED'} (${reached.toFixed(2)})`,
    ),
  };
}
