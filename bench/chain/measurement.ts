import type { Sender } from './sender.ts';
import type { World } from './world.ts';

/** The callers' load on a sender: each sends one change after the other and waits for each. */
export interface Callers {
  readonly callers: number;
  /** Changes that start earlier are not counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface Measurement {
  readonly operations: number;
  readonly perSecond: number;
  /** The sender's user and system time for one change. */
  readonly cpuMillis: number;
  /** Milliseconds from the call to the response. */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Over the whole run, including the warm-up and the last responses. */
  readonly answered: number;
  readonly failed: number;
  /** The message of the first failure. */
  readonly failure?: string;
}

interface Mark {
  readonly at: number;
  readonly answered: number;
  readonly cpu: number;
}

/** The target of the changes, and the number of signers that take turns. */
interface Target {
  readonly world: World;
  readonly signers: number;
}

/**
 * Blocks bring responses in bursts: the rate is measured from the last response before the measured time to the last one
 * within it, so that it counts whole blocks. `cpuMicros` is the sender's user and system time so far, when another
 * process does its work.
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
        // A mark per response would cost too much: a burst is marked once.
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
