import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';

const PROCESS = fileURLToPath(new URL('command-process.ts', import.meta.url));
/** All suites of a worker use its process. */
const CURRENT = Symbol.for('gateway-tests.command-line');

export interface CommandRequest {
  readonly id: number;
  readonly args: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  readonly input: string;
}

/** What a command printed, and its exit code. */
export interface CommandOutput {
  readonly id: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandLine {
  run(request: Omit<CommandRequest, 'id'>): Promise<CommandOutput>;
}

/** Runs a command of `giveaways` in a process that runs many, one after another: the start of each costs more than most commands. */
export function runInSharedProcess(request: Omit<CommandRequest, 'id'>): Promise<CommandOutput> {
  const worker = globalThis as { [CURRENT]?: CommandLine };
  return (worker[CURRENT] ??= start(() => delete worker[CURRENT])).run(request);
}

function start(onEnd: () => void): CommandLine {
  const child = fork(PROCESS, {
    cwd: tmpdir(),
    env: CHILD_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, PromiseWithResolvers<CommandOutput>>();
  let requests = 0;
  keepsAlive(child, false);
  child.on('message', (output: CommandOutput) => {
    waiting.get(output.id)?.resolve(output);
    waiting.delete(output.id);
    if (waiting.size === 0) keepsAlive(child, false);
  });
  child.on('exit', (code) => {
    onEnd();
    for (const { reject } of waiting.values())
      reject(new Error(`The process of commands ended with ${code}.`));
  });
  return {
    run(request) {
      const id = (requests += 1);
      const ended = Promise.withResolvers<CommandOutput>();
      waiting.set(id, ended);
      keepsAlive(child, true);
      child.send({ id, ...request });
      return ended.promise;
    },
  };
}

/** Whether the worker waits for this process before it ends. */
function keepsAlive(child: ChildProcess, does: boolean): void {
  if (does) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
