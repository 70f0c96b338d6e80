import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  input = '',
): Promise<{ readonly isOk: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(PROMTOOL ?? 'promtool', [...args], { encoding: 'utf8' }, (error, out, failures) =>
      resolve({ isOk: error === null, output: out + failures }),
    );
    child.stdin?.end(input);
  });
}

/** The same with a document as its last argument, which promtool reads from a file. */
export async function runPromtoolOn(args: readonly string[], document: object) {
  const folder = await mkdtemp(join(tmpdir(), 'promtool-'));
  try {
    const file = join(folder, 'document.json');
    await writeFile(file, JSON.stringify(document));
    return await runPromtool([...args, file]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
