import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { adopt } from '../harness/servers/children.ts';
import { databaseBeside, recreateDatabase } from '../harness/servers/database.ts';
import { watchDisturbance } from '../harness/disturbance.ts';
import { onServerCore } from '../harness/servers/pinning.ts';
import { waitUntilQuiet } from '../harness/quiet.ts';
import { startAnvil } from './anvil.ts';
import type { Callers, Measurement } from './measurement.ts';
import type { Request } from './serve.ts';
import type { SenderSetting } from './sender.ts';
import { authorize, prepareWorld, readTotal } from './world.ts';

/** A way to send changes to the chain, and its settings. */
export interface ChainContender {
  readonly name: string;
  /** Measures on a new chain in a new process; throws when its responses do not match the chain. */
  measure(settings: ChainSettings): Promise<ChainRound>;
}

/** A sender in a process that this folder serves. */
export interface SenderContender extends Omit<Callers, 'warmUpSeconds' | 'seconds'> {
  readonly name: string;
  /** The path of the sender's module. */
  readonly file: string;
  readonly signers: number;
  readonly batched: boolean;
  /** Whether it stores its work in PostgreSQL. */
  readonly durable: boolean;
}

export interface ChainRound extends Measurement {
  /** Operations accepted before they are carried out, when callers do not wait for that. */
  readonly acceptedPerSecond?: number;
  /** The node's CPU time for one change, over the whole run. */
  readonly nodeCpuMillis: number;
  readonly disturbance: number;
}

export interface ChainSettings {
  /** Seconds; 0 mines a block for every transaction. */
  readonly blockTime: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

const DATABASE = databaseBeside('chain');

/** Measures a sender with a new chain, database and process. */
export function senderContender(contender: SenderContender): ChainContender {
  return { name: contender.name, measure: (settings) => measureContender(contender, settings) };
}

async function measureContender(contender: SenderContender, settings: ChainSettings): Promise<ChainRound> {
  const { world, file } = await prepareWorld();
  if (contender.durable) await recreateDatabase(DATABASE);
  await waitUntilQuiet();
  const anvil = await startAnvil({ blockTime: settings.blockTime, load: file });
  const child = startSender(contender.file);
  const setting: SenderSetting = {
    url: anvil.url,
    world,
    signers: contender.signers,
    blockTime: settings.blockTime * 1_000,
    batched: contender.batched,
  };
  try {
    await authorize(anvil.url, world, (await child.sendRequest({ kind: 'start', setting })) as string[]);
    const disturbance = watchDisturbance(child.pid, anvil.pid);
    const nodeCpu = anvil.cpuMicros();
    const load = {
      callers: contender.callers,
      warmUpSeconds: settings.warmUpSeconds,
      seconds: settings.seconds,
    };
    const measured = (await child.sendRequest({ kind: 'run', setting, load })) as Measurement;
    const disturbed = disturbance();
    const nodeCpuMillis = (anvil.cpuMicros() - nodeCpu) / 1_000 / Math.max(1, measured.answered);
    const issued = (await readTotal(anvil.url, world)) - world.passports;
    if (issued < measured.answered || issued > measured.answered + measured.failed)
      throw new Error(`${contender.name} answered ${measured.answered} changes, the chain has ${issued}.`);
    await child.sendRequest({ kind: 'stop' });
    return { ...measured, nodeCpuMillis, disturbance: disturbed };
  } finally {
    await child.end();
    await anvil.stop();
  }
}

function startSender(file: string) {
  const [command, args] = onServerCore(file);
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: DATABASE },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  adopt(child);
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async sendRequest(request: Request): Promise<unknown> {
      const answered = once(child, 'message') as Promise<
        [{ readonly result?: unknown; readonly error?: string }]
      >;
      child.send(request);
      const gone = ended.then(() => {
        throw new Error(`${file} has ended.`);
      });
      const [{ result, error }] = await Promise.race([answered, gone]);
      if (error !== undefined) throw new Error(`${file}: ${error}`);
      return result;
    },
    async end() {
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(force);
    },
  };
}
