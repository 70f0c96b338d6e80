import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const FOLDER = 'clients';
const isInstalled = existsSync(`${FOLDER}/node_modules`);
const MINUTES = 240_000;

/** Runs a command of the packages in `clients/`; returns what it printed. Rejects when it fails. */
async function runTool(name: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(`node_modules/.bin/${name}`, args, { cwd: FOLDER });
  return stdout + stderr;
}

// npm install --prefix clients installs these tools, which are too large for every installation.
(isInstalled ? describe : describe.skip)('schema/openapi.yaml', () => {
  it(
    'passes spectral and redocly without warnings',
    async () => {
      const schema = '../schema/openapi.yaml';
      expect(
        await runTool('spectral', 'lint', '--fail-severity=hint', '-r', '.spectral.yaml', schema),
      ).toMatch(/^No results/m);
      expect(await runTool('redocly', 'lint', '--config', 'redocly.yaml', schema)).not.toMatch(/warning/i);
    },
    MINUTES,
  );

  describe('gives clients', () => {
    beforeAll(async () => {
      await runTool('openapi-typescript', '../schema/openapi.yaml', '-o', 'generated/openapi.ts');
      await runTool('orval', '--config', 'orval.config.mjs');
    }, MINUTES);

    it(
      'of openapi-typescript and orval, with which the first listing of the README type-checks',
      async () => {
        expect(await runTool('tsc', '-p', 'tsconfig.json')).toBe('');
      },
      MINUTES,
    );
  });
});
