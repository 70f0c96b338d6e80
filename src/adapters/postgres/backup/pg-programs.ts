import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The programs of PostgreSQL's client packages that are used. */
type Program = 'pg_dump' | 'pg_restore' | 'psql';

interface Run {
  /** A PostgreSQL URL; its password is passed by the environment, since everybody on a machine sees the arguments. */
  readonly url?: string;
  readonly args: readonly string[];
  /** A file descriptor to read from. */
  readonly input?: number;
}

const MAX_MESSAGE = 4_000;

/** Runs a program; its output comes as it is written. Throws an Error with the program's message when it fails or is not installed. */
export async function* streamProgram(program: Program, run: Run): AsyncGenerator<Uint8Array> {
  const { stdout, ended } = start(program, run);
  yield* stdout as AsyncIterable<Buffer>;
  await ended;
}

/** Runs a program to its end, and returns its output. Throws as streamProgram. */
export async function runProgram(program: Program, run: Run): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamProgram(program, run)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Runs a program that reads these bytes. Throws as streamProgram. */
export async function feedProgram(
  program: Program,
  run: Omit<Run, 'input'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { stdin, stdout, ended } = start(program, run, 'pipe');
  stdout.resume();
  const fed = pipeline(Readable.from(bytes), stdin);
  fed.catch(() => undefined);
  // A program that fails stops to read: its own message says why.
  await ended;
  await fed;
}

function start(
  program: Program,
  { url, args, input }: Run,
  stdin: number | 'ignore' | 'pipe' = input ?? 'ignore',
): { readonly stdin: Writable; readonly stdout: Readable; readonly ended: Promise<void> } {
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe'];
  const { place, password } = toPlace(url);
  const child = spawn(program, [...args, ...place], {
    stdio,
    env: { ...process.env, PGAPPNAME: 'giveaways backup', ...(password && { PGPASSWORD: password }) },
  });
  let message = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    message = (message + text).slice(-MAX_MESSAGE);
  });
  const ended = endOf(child, program, () => message.trim());
  // Whoever reads the output awaits it later.
  ended.catch(() => undefined);
  return { stdin: child.stdin as Writable, stdout: child.stdout as Readable, ended };
}

/** Resolves when the program has done its work. */
async function endOf(child: ChildProcess, program: Program, message: () => string): Promise<void> {
  const [code] = await once(child, 'close').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error(
      `${program} is not installed: install the client programs of PostgreSQL, of the server's release or a later one.`,
      { cause },
    );
  });
  if (code !== 0) throw new Error(`${program} failed: ${message() || `exit code ${String(code)}`}`);
}

function toPlace(url: string | undefined): { readonly place: readonly string[]; readonly password: string } {
  if (url === undefined) return { place: [], password: '' };
  const place = new URL(url);
  const password = decodeURIComponent(place.password);
  place.password = '';
  return { place: [`--dbname=${place.href}`], password };
}
