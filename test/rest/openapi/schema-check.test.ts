import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

describe('npm run schema -- --check', () => {
  it('finds the committed files up to date', async () => {
    expect(await runEmit(fileURLToPath(new URL('../../..', import.meta.url)))).toEqual({
      code: 0,
      output: '',
    });
  });

  it('names the stale files and the command that writes them', async () => {
    const { code, output } = await runEmit(tmpdir());
    expect(code).toBe(1);
    expect(output).toContain('schema/schema.graphql, schema/openapi.yaml');
    expect(output).toContain('npm run schema');
  });
});

function runEmit(cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const program = fileURLToPath(new URL('../../../src/emit-schema.ts', import.meta.url));
  const env = {
    ...process.env,
    TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', tsx, program, '--check'], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
