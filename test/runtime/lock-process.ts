import { lockDirectory } from '../../src/runtime/lock-directory.ts';

// Takes and releases the lock of a directory, as the lines of its standard input say, and prints the result of each
// attempt.
const [directory = '', file = ''] = process.argv.slice(2);
let release: (() => void) | undefined;

async function execute(line: string): Promise<string> {
  if (line === 'lock') {
    try {
      release = await lockDirectory(directory, file);
      return 'held';
    } catch (error) {
      return (error as Error).message;
    }
  }
  release?.();
  release = undefined;
  return 'released';
}

process.stdout.write('ready\n');
let rest = '';
for await (const chunk of process.stdin) {
  const lines = (rest + String(chunk)).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) process.stdout.write(`${await execute(line)}\n`);
}
