import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Operation } from '../../../../src/core/operations/operation.ts';
import type { Signature } from '../../../support/chain/history.ts';
import type { WorkerLine, WorkerTask } from './worker.ts';
import { CHILD_ENVIRONMENT } from '../../../support/child-environment.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** The output of a worker process. */
export interface WorkerRecord {
  readonly sent: string[];
  readonly accepted: string[];
  readonly answered: Operation[];
  readonly signed: Signature[];
  readonly signal: NodeJS.Signals | null;
  /** Its standard error. */
  readonly stderr: string;
}

export interface WorkerProcess {
  /** Resolves when it has ended by itself or by `kill`. */
  readonly ended: Promise<WorkerRecord>;
  /** Resolves when it has submitted everything. */
  readonly done: Promise<void>;
  kill(): void;
  /** Stops the process for this time, as on an overloaded machine. */
  pause(ms: number): Promise<void>;
}

/** Starts an outbox in a process of its own. */
export function startWorker(task: WorkerTask): WorkerProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER], {
    env: { ...CHILD_ENVIRONMENT, WORKER: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const record = { sent: [], accepted: [], answered: [], signed: [] } as Omit<
    WorkerRecord,
    'signal' | 'stderr'
  >;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as WorkerLine;
    switch (line.kind) {
      case 'sent':
        return record.sent.push(...line.ids);
      case 'accepted':
        return record.accepted.push(...line.ids);
      case 'told':
        return record.answered.push(...(line.operations as Operation[]));
      case 'signed':
        return record.signed.push(line.signature as Signature);
      case 'done':
        return finish();
    }
  });
  const ended = (async () => {
    const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    finish();
    return { ...record, signal, stderr };
  })();
  return {
    ended,
    done,
    kill: () => child.kill('SIGKILL'),
    async pause(ms) {
      child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill('SIGCONT');
    },
  };
}
