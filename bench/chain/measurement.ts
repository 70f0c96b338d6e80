import type { Sender } from './sender.ts';
import type { World } from './world.ts';

/** How callers use a sender: each sends one change after the other and waits for each. */
export interface Callers {
  readonly callers: number;
  /** Changes that begin before are not counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface Measurement {
  readonly operations: number;
  readonly perSecond: number;
  /** User and system time of the sender's process for one of them. */
  readonly cpuMillis: number;
  /** Milliseconds from the call to the answer. */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Over the whole run, the warm-up and the last answers included. */
  readonly answered: number;
  readonly failed: number;
  /** What the first failure said. */
  readonly failure?: string;
}

interface Mark {
  readonly at: number;
  readonly answered: number;
  readonly cpu: number;
}

/** What the changes are made to, and by how many signers in turn. */
interface Target {
  readonly world: World;
  readonly signers: number;
}

/**
 * Blocks bring answers in bursts: the rate is taken from the last answer before the measured time to the last one in
 * it, so that it counts whole blocks. `cpuMicros` is the sender's user and system time so far, when it is not this
 * process that does its work.
 */
export async function measureSender(
  sender: Pick<Sender, 'issue'>,
  target: Target,
  load: Callers,
  cpuMicros = ownCpuMicros,
): Promise<Measurement> {
  const began = performance.now();
  const measuredFrom = began + load.warmUpSeconds * 1_000;
  const end = measuredFrom + load.seconds * 1_000;
  let begun = 0;
  let answered = 0;
  let failed = 0;
  let failure: string | undefined;
  let first: Mark | undefined;
  let last: Mark = mark();
  const latencies: number[] = [];

  function mark(): Mark {
    return { at: performance.now(), answered, cpu: cpuMicros() / 1_000 };
  }

  async function caller(number: number): Promise<void> {
    while (performance.now() < end) {
      const place = begun++;
      const from = performance.now();
      try {
        await sender.issue({
          key: `bench-${process.pid}-${place}`,
          passport: 1 + (place % target.world.passports),
          signer: number % target.signers,
        });
      } catch (error) {
        failed += 1;
        failure ??= String(error).slice(0, 300);
        continue;
      }
      const at = performance.now();
      answered += 1;
      if (at > end) continue;
      if (at < measuredFrom) {
        // Marks are dear where answers are many; a burst is marked once.
        if (at - last.at > 5) last = mark();
        continue;
      }
      first ??= last;
      latencies.push(at - from);
      if (at - last.at > 5) last = mark();
    }
  }

  await Promise.all(Array.from({ length: load.callers }, (_, number) => caller(number)));
  const from = first ?? last;
  const operations = last.answered - from.answered;
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    operations,
    perSecond: operations / ((last.at - from.at) / 1_000),
    cpuMillis: (last.cpu - from.cpu) / operations,
    latency: { p50: quantile(0.5), p99: quantile(0.99) },
    answered,
    failed,
    ...(failure === undefined ? {} : { failure }),
  };
}

function ownCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
