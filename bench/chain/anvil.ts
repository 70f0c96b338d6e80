import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { adopt } from '../harness/servers/children.ts';
import { readCpuTicks } from '../harness/disturbance.ts';

/** The chain of one row. */
export interface Anvil {
  readonly url: string;
  readonly pid: number;
  /** User and system time so far, in microseconds. */
  cpuMicros(): number;
  /** Ends the process; when it resolves, a chain with `keepIn` is written. */
  stop(): Promise<void>;
}

export interface AnvilOptions {
  /** Seconds from block to block; 0 mines a block for every transaction at once. */
  readonly blockTime: number;
  /** The file of the chain to start with. */
  readonly load?: string;
  /** The file to which the chain is written when it stops. */
  readonly keep?: string;
  /** Its priority as in nice(1), for machines with few processors. */
  readonly niceness?: number;
}

const MICROS_PER_TICK = 10_000;
// The settings of the product's embedded chain.
const GAS_LIMIT = 100_000_000;
const BINARY = createRequire(import.meta.url).resolve(
  `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
);

/** Starts anvil on a free port. */
export async function startAnvil({ blockTime, load, keep, niceness = 0 }: AnvilOptions): Promise<Anvil> {
  const child = spawn(
    'nice',
    [
      ...['-n', String(niceness), BINARY],
      ...['--port', '0', '--gas-limit', String(GAS_LIMIT), '--hardfork', 'prague', '--accounts', '1'],
      ...['--no-request-size-limit', '--disable-console-log', '--no-cors', '--prune-history', '64'],
      ...(blockTime > 0 ? ['--block-time', String(blockTime)] : []),
      ...(load === undefined ? [] : ['--load-state', load]),
      ...(keep === undefined ? [] : ['--dump-state', keep]),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  adopt(child);
  const pid = child.pid ?? 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return {
      url: `http://${address}`,
      pid,
      cpuMicros: () => readCpuTicks(pid) * MICROS_PER_TICK,
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('anvil did not start.');
}
