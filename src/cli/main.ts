#!/usr/bin/env node
import { CommanderError } from 'commander';
import { runToEnd } from '../runtime/run-to-end.ts';
import { Failure } from './failure.ts';
import { printable, toJsonLine, toLines } from './print.ts';
import { createProgram } from './program.ts';

const WRONG_USAGE = 2;

// A reader such as head that has enough closes the pipe: that is no failure, and nothing is left to do.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

runToEnd(() => createProgram().parseAsync()).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    // Commander has printed the help already.
    if (error.exitCode === 0 || error.code === 'commander.help') return;
    report(new Failure('WRONG_USAGE', error.message.replace(/^error: /, '')));
    return;
  }
  const failure = error instanceof Failure ? error : new Failure('UNFORESEEN', String(error));
  process.exitCode = failure.exitCode;
  report(failure);
});

function report({ code, message, facts }: Failure): void {
  const lines = process.argv.includes('--json')
    ? [toJsonLine({ error: { code, message, ...facts } })]
    : [
        `${code}: ${printable(message)}`,
        ...(facts.recommendedAction ? [facts.recommendedAction] : []),
        ...(typeof facts['credential'] === 'string'
          ? [`The credential came from ${facts['credential']}.`]
          : []),
        ...(code === 'WRONG_USAGE' ? ['Add --help to see what the command takes.'] : []),
      ];
  process.stderr.write(`${toLines(lines.join('\n'))}\n`);
}
