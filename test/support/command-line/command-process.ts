import { Readable } from 'node:stream';
import { runCommand } from '../../../src/cli/run-command.ts';
import type { CommandOutput, CommandRequest } from './command-line.ts';

const printed = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (chunk: string | Uint8Array) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };

// One at a time: they share the variables and streams of the process.
let last = Promise.resolve();
process.on('message', (request: CommandRequest) => {
  last = last.then(async () => void process.send?.(await run(request)));
});
process.on('disconnect', () => process.exit());

async function run({ id, args, variables, input }: CommandRequest): Promise<CommandOutput> {
  Object.assign(printed, { stdout: '', stderr: '' });
  process.argv = [...process.argv.slice(0, 2), ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.exitCode = undefined;
  await runCommand();
  return { id, code: exitCode(), ...printed };
}

const exitCode = () => Number(process.exitCode ?? 0);
