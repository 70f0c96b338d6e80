import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { describeWith } from '../support/describe-with.ts';
import { areInstalled, CLIENTS, NOT_INSTALLED, runTool } from './tools.ts';

jest.setTimeout(240_000);

/** The body of the README's first `curl`, as TypeScript. */
async function toFirstListing(readme: string): Promise<string> {
  const body = /curl [^']*\/api\/v1\/giveaways.*?-d '(\{.*?\})'/s.exec(await readFile(readme, 'utf8'))?.[1];
  return `import type { paths } from './openapi.ts';
type Publishing = paths['/api/v1/giveaways']['post'];
export const firstListing: Publishing['requestBody']['content']['application/json'] = ${body};`;
}

describeWith(areInstalled || undefined, NOT_INSTALLED, 'schema/openapi.yaml', () => {
  it('passes spectral and redocly without warnings', async () => {
    const schema = '../schema/openapi.yaml';
    expect(await runTool('spectral', 'lint', '--fail-severity=hint', '-r', '.spectral.yaml', schema)).toMatch(
      /^No results/m,
    );
    expect(await runTool('redocly', 'lint', '--config', 'redocly.yaml', schema)).not.toMatch(/warning/i);
  });

  describe('generated clients', () => {
    beforeAll(async () => {
      await runTool('openapi-typescript', '../schema/openapi.yaml', '-o', 'generated/openapi.ts');
      await runTool('orval', '--config', 'orval.config.mjs');
      await writeFile(`${CLIENTS}/generated/first-listing.ts`, await toFirstListing('README.md'));
    });

    it('clients of openapi-typescript and orval are generated, with which the first listing of the README type-checks', async () => {
      expect(await runTool('tsc', '-p', 'tsconfig.json')).toBe('');
    });
  });
});
