import { execFile, execFileSync } from 'node:child_process';

/** Where promtool is; undefined on a machine without it. */
export const PROMTOOL: string | undefined = findPromtool();

function findPromtool(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v promtool'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** What promtool prints, and whether it found no fault. */
export function runPromtool(
  args: readonly string[],
  { input = '', cwd = process.cwd() }: { readonly input?: string; readonly cwd?: string } = {},
): Promise<{ readonly isOk: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      PROMTOOL ?? 'promtool',
      [...args],
      { cwd, encoding: 'utf8' },
      (error, out, failures) => resolve({ isOk: error === null, output: out + failures }),
    );
    child.stdin?.end(input);
  });
}
