/**
 * Renders the Helm chart with each file of values in deploy/helm/examples as Helm does, to deploy/helm/rendered:
 *
 *   npm run chart:render [-- --check]
 *
 * With --check it writes nothing, and fails when a file would change. It needs Go with two packages; on Debian:
 * apt-get install golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART, digestOf, EXAMPLES, RENDERED } from './chart-files.ts';
import { run } from './run.ts';

const RENDERER = 'release/render-chart/main.go';
/** Where Debian installs packages of Go. */
const PACKAGES = '/usr/share/gocode';

const isCheck = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'render-chart-'));
try {
  const renderer = join(folder, 'renderer');
  process.env['GOPATH'] = PACKAGES;
  process.env['GO111MODULE'] = 'off';
  process.env['GOFLAGS'] = '';
  run('.', 'go', 'build', '-o', renderer, RENDERER);
  mkdirSync(RENDERED, { recursive: true });
  for (const example of EXAMPLES) {
    const manifests = run('.', renderer, CHART, `deploy/helm/examples/${example}`);
    const text = `# Rendered by npm run chart:render; SHA-256 of its sources: ${digestOf(example)}\n${manifests}`;
    const file = `${RENDERED}/${example}`;
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text)
      throw new Error(`${file} differs: run npm run chart:render, and commit it.`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
