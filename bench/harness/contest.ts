import { isChosen } from './chosen.ts';
import { watchDisturbance } from './disturbance.ts';
import { runLoad } from './load/load.ts';
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
  /** The measured time of a round, in seconds. */
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

export interface Round {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** User and system time of the server's process for one request. */
  readonly cpuMicros: number;
  /** The share of all cores' time that other programs used meanwhile, 0 to 1. */
  readonly disturbance: number;
}

/** Checks each contender's responses, then measures it once a round, each time in a new process. */
export async function runContest(
  all: readonly Contender[],
  settings: Settings,
  log: (message: string) => void,
): Promise<Map<string, Round[]>> {
  const contenders = all.filter(({ name }) => isChosen(name));
  const results = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  let expected: string | undefined;
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const contender of contenders) {
      const { name } = contender;
      const measured = await measureUndisturbed(contender, settings, (content) => {
        expected ??= content;
        requireSameContent(name, expected, content);
      });
      results.get(name)?.push(measured);
      log(
        `round ${round}: ${name} ${measured.cpuMicros.toFixed(1)} µs, ${Math.round(measured.requestsPerSecond)}/s, disturbed ${measured.disturbance.toFixed(2)}`,
      );
    }
  }
  return results;
}

/** Measures again when other programs used too much of the machine, and keeps the least disturbed attempt. */
async function measureUndisturbed(
  contender: Contender,
  settings: Settings,
  check: (content: string) => void,
): Promise<Round> {
  let best = await measure(contender, settings, check);
  for (let attempt = 1; attempt < ATTEMPTS && best.disturbance > TOLERATED_DISTURBANCE; attempt += 1) {
    const again = await measure(contender, settings, check);
    if (again.disturbance < best.disturbance) best = again;
  }
  return best;
}

async function measure(
  { start, prepare, status = 200 }: Contender,
  { seconds, warmUpSeconds, leastWarmUpRequests = LEAST_WARM_UP_REQUESTS }: Settings,
  check: (content: string) => void,
): Promise<Round> {
  await waitUntilQuiet();
  const server = await start();
  try {
    const { content, next } = await prepare(server);
    check(content);
    const load = { port: server.port, connections: CONNECTIONS, next, status };
    const { requests: warmed } = await runLoad({ ...load, seconds: warmUpSeconds });
    const missing = Math.max(0, leastWarmUpRequests - warmed);
    await runLoad({ ...load, count: missing, seconds: MAX_WARM_UP_SECONDS });
    const disturbance = watchDisturbance(server.pid);
    const before = server.cpuMicros();
    const report = await runLoad({ ...load, seconds });
    return {
      requests: report.requests,
      requestsPerSecond: report.requests / report.seconds,
      cpuMicros: (server.cpuMicros() - before) / report.requests,
      disturbance: disturbance(),
    };
  } finally {
    await server.stop();
  }
}
