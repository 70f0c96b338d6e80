import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { CHILD_ENVIRONMENT, EMBEDDED_OPTIONS } from '../support/child-environment.ts';
import { runInSharedProcess } from '../support/command-line/command-line.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
/** Whether a command opens a database or starts a chain, whose files a process holds until its end. */
const holdsFiles = ([command = '']: readonly string[]) =>
  /^(?:backup|migrate|move|reindex|restore)$/.test(command);

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, or standard error when it is empty, parsed as JSON. */
  readonly json: Json;
}

/** Starts `giveaways` in its own process, with only these variables. */
function spawnCli(args: readonly string[], variables: Readonly<Record<string, string>>, inTerminal = false) {
  const options = holdsFiles(args) ? EMBEDDED_OPTIONS : [];
  const command = [process.execPath, ...options, MAIN, ...args];
  // script (util-linux) gives the command a terminal.
  const [program = '', ...rest] = inTerminal ? ['script', '-qec', command.join(' '), '/dev/null'] : command;
  return spawn(program, rest, { cwd: tmpdir(), env: environment(variables) });
}

/** Sessions are stored in a new folder, not in the home of the user who runs the tests. */
function environment(variables: Readonly<Record<string, string>>) {
  return { ...CHILD_ENVIRONMENT, XDG_CONFIG_HOME: join(tmpdir(), `cli-${randomUUID()}`), ...variables };
}

/** Runs `giveaways` with only these variables; `input` is its standard input. Most commands share a process, see `runAlone`. */
export async function runCli(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandResult> {
  if (holdsFiles(args)) return runAlone(args, variables, input);
  const { code, stdout, stderr } = await runInSharedProcess({
    args,
    variables: environment(variables),
    input,
  });
  return toResult(code, stdout, stderr);
}

/** The same in a process of its own, which shows that the command ends by itself and with which exit code. */
export async function runAlone(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandResult> {
  const child = spawnCli(args, variables);
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return toResult(code, stdout, stderr);
}

function toResult(code: number | null, stdout: string, stderr: string): CommandResult {
  return {
    code,
    stdout,
    stderr,
    get json(): Json {
      return JSON.parse(stdout || stderr);
    },
  };
}

/** Starts a command that does not end by itself; `line` waits for a line of its output, and rejects when the command ends before. */
export function startCli(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  { inTerminal = false } = {},
) {
  const child = spawnCli(args, variables, inTerminal);
  let output = '';
  let wake = () => {};
  child.once('close', () => wake());
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      wake();
    });
  return {
    child,
    output: () => output,
    async line(pattern: RegExp): Promise<void> {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`The command ended: ${output}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Runs `giveaways` as the operator on the machine of this gateway. */
export function runAsOperator(
  gateway: Gateway,
  args: readonly string[],
  input?: string,
): Promise<CommandResult> {
  return runCli(args, operatorOf(gateway), input);
}

/** The variables of the operator on the machine of this gateway. */
export const operatorOf = (gateway: Gateway) => ({
  GIVEAWAYS_URL: gateway.url,
  DATA_DIR: gateway.directory,
});

/** Runs `giveaways` with a credential. */
export function runWith(
  gateway: Gateway,
  token: string,
  args: readonly string[],
  input?: string,
): Promise<CommandResult> {
  return runCli(args, { GIVEAWAYS_URL: gateway.url, GIVEAWAYS_TOKEN: token }, input);
}
