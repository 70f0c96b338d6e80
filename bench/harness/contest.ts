import { isChosen } from './chosen.ts';
import { watchDisturbance } from './disturbance.ts';
import { runLoad, type LoadOptions } from './load/load.ts';
import type { Server } from './servers/server.ts';
import { waitUntilQuiet } from './quiet.ts';
import { requireSameContent } from './requests/same-response.ts';

export const CONNECTIONS = 64;

// Slow servers need as many requests as fast ones until their code is compiled.
const LEAST_WARM_UP_REQUESTS = 3_000;
const MAX_WARM_UP_SECONDS = 15;

const TOLERATED_DISTURBANCE = 0.1;
const ATTEMPTS = 2;

export interface Settings {
  readonly rounds: number;
  /** The measured time of each contender in a round, in seconds. */
  readonly seconds: number;
  /** The least time to warm up a new server, in seconds. */
  readonly warmUpSeconds: number;
  /** The least number of requests to warm up with; 3,000 by default. */
  readonly leastWarmUpRequests?: number;
}

/** A server prepared for the load. */
export interface Prepared {
  /** The responses to the samples; all contenders of a row must give the same. */
  readonly content: string;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
}

export interface Contender {
  readonly name: string;
  readonly start: () => Promise<Server>;
  readonly prepare: (server: Server) => Promise<Prepared>;
  /** The expected status of every response under load; 200 by default. */
  readonly status?: number;
}

/** The measured second of a contender. */
export interface Round {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** User and system time of the server's process for one request. */
  readonly cpuMicros: number;
  /** The share of all cores' time that other programs used meanwhile, 0 to 1. */
  readonly disturbance: number;
}

/** A warm server with its load. */
interface Running {
  readonly name: string;
  readonly server: Server;
  readonly load: Omit<LoadOptions, 'seconds'>;
}

/**
 * Starts a new process of each contender in every round, checks its responses and warms it up. Then it measures all of them for
 * a second in turn, again and again: a machine whose speed changes within a round changes it for all.
 */
export async function runContest(
  all: readonly Contender[],
  settings: Settings,
  log: (message: string) => void,
): Promise<Map<string, Round[]>> {
  const contenders = all.filter(({ name }) => isChosen(name));
  const results = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  let expected: string | undefined;
  for (let round = 1; round <= settings.rounds; round += 1) {
    const running: Running[] = [];
    try {
      for (const contender of contenders) {
        await waitUntilQuiet();
        const server = await contender.start();
        const check = (content: string) => {
          expected ??= content;
          requireSameContent(contender.name, expected, content);
        };
        running.push(await warmUp(contender, server, settings, check));
      }
      for (let second = 1; second <= settings.seconds; second += 1)
        for (const [name, measured] of await measureUndisturbed(running)) {
          results.get(name)?.push(measured);
          log(`round ${round}, second ${second}: ${name} ${describe(measured)}`);
        }
    } finally {
      await Promise.all(running.map(({ server }) => server.stop()));
    }
  }
  return results;
}

function describe({ cpuMicros, requestsPerSecond, disturbance }: Round): string {
  return `${cpuMicros.toFixed(1)} µs, ${Math.round(requestsPerSecond)}/s, disturbed ${disturbance.toFixed(2)}`;
}

/** Prepares a server and warms it up; stops it when that fails. */
async function warmUp(
  { name, prepare, status = 200 }: Contender,
  server: Server,
  { warmUpSeconds, leastWarmUpRequests = LEAST_WARM_UP_REQUESTS }: Settings,
  check: (content: string) => void,
): Promise<Running> {
  try {
    const { content, next } = await prepare(server);
    check(content);
    const load = { port: server.port, connections: CONNECTIONS, next, status };
    const { requests: warmed } = await runLoad({ ...load, seconds: warmUpSeconds });
    const missing = Math.max(0, leastWarmUpRequests - warmed);
    await runLoad({ ...load, count: missing, seconds: MAX_WARM_UP_SECONDS });
    return { name, server, load };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Measures again when other programs used too much of the machine, and keeps the least disturbed attempt. */
async function measureUndisturbed(running: readonly Running[]): Promise<ReadonlyMap<string, Round>> {
  let best = await measureEach(running);
  for (let attempt = 1; attempt < ATTEMPTS && disturbanceOf(best) > TOLERATED_DISTURBANCE; attempt += 1) {
    const again = await measureEach(running);
    if (disturbanceOf(again) < disturbanceOf(best)) best = again;
  }
  return best;
}

function disturbanceOf(rounds: ReadonlyMap<string, Round>): number {
  return Math.max(...[...rounds.values()].map(({ disturbance }) => disturbance));
}

async function measureEach(running: readonly Running[]): Promise<ReadonlyMap<string, Round>> {
  const rounds = new Map<string, Round>();
  const pids = running.map(({ server }) => server.pid);
  for (const { name, server, load } of running) {
    const disturbance = watchDisturbance(...pids);
    const before = server.cpuMicros();
    const report = await runLoad({ ...load, seconds: 1 });
    rounds.set(name, {
      requests: report.requests,
      requestsPerSecond: report.requests / report.seconds,
      cpuMicros: (server.cpuMicros() - before) / report.requests,
      disturbance: disturbance(),
    });
  }
  return rounds;
}
