import { CommanderError } from 'commander';
import { Failure } from './failure.ts';
import { printable, toJsonLine, toLines } from './print.ts';
import { createProgram } from './program.ts';

const WRONG_USAGE = 2;

/** Runs the command that the arguments of this process name, prints its result, and sets the exit code. */
export async function runCommand(): Promise<void> {
  try {
    await createProgram().parseAsync();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
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
}

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
