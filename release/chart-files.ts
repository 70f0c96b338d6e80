import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

export const CHART = 'deploy/helm/giveaway-gateway';
/** The manifests that the chart makes of each example, of the same name. */
export const RENDERED = 'deploy/helm/rendered';
/** Files of values that the chart is rendered with. */
export const EXAMPLES = globSync('deploy/helm/examples/*.yaml')
  .toSorted()
  .map((file) => file.replaceAll('\\', '/').split('/').at(-1) ?? file);

/** The SHA-256 of the chart, without its version, and of one file of values: what its rendered manifests were made of. */
export function digestOf(example: string): string {
  const sources = globSync(`${CHART}/**/*.*`).toSorted();
  const hash = createHash('sha256');
  for (const file of [...sources, `deploy/helm/examples/${example}`])
    hash.update(`${file}\n${readFileSync(file, 'utf8').replaceAll(/^(?:version|appVersion): .*$/gm, '')}\n`);
  return hash.digest('hex');
}
