import { spawnSync } from 'node:child_process';

/** Runs a program in a folder, and returns what it prints. Throws an Error with its standard error when it fails. */
export function run(folder: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: withoutNpm(),
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  const reason = error?.message ?? [stdout, stderr].map((text) => text.trim().slice(-2_000)).join('\n');
  throw new Error(`${[program, ...args].join(' ')} failed: ${reason}`);
}

/** Runs git, and returns what it prints, without white space at the ends. */
export function runGit(folder: string, ...args: readonly string[]): string {
  return run(folder, 'git', ...args).trim();
}

/** Options of the npm that started this, such as --dry-run, are not meant for the programs that this starts. */
function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/i.test(name)),
  );
}
