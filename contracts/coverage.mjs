#!/usr/bin/env node
// Measures the coverage of the contracts' tests; fails unless every line and every branch is covered, also without the random calls
// of invariants.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPORT = 'contracts/out/lcov.info';
const MEASURED = ['--no-match-coverage', '(test|node_modules)/', '--no-match-test', '(test_gas|invariant)_'];
const REPORTS = ['--report', 'summary', '--report', 'lcov', '--report-file', REPORT];

const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'forge.mjs'), 'coverage', ...MEASURED, ...REPORTS],
  { stdio: 'inherit' },
);
const missed = status === 0 ? findMissed(readFileSync(REPORT, 'utf8')) : [];
for (const place of missed) console.error(`No test reaches ${place}.`);
process.exitCode = status === 0 && missed.length === 0 ? 0 : 1;

/** The lines and branches without coverage (lcov: DA line,count and BRDA line,block,branch,count). */
function findMissed(report) {
  const missed = [];
  let file;
  for (const record of report.split('\n')) {
    if (record.startsWith('SF:')) file = record.slice(3);
    const [, line] = /^DA:(\d+),0(?:,|$)/.exec(record) ?? [];
    if (line) missed.push(`line ${line} of ${file}`);
    const [, start, branch] = /^BRDA:(\d+),\d+,(\d+),[0-]$/.exec(record) ?? [];
    if (start) missed.push(`branch ${branch} of line ${start} of ${file}`);
  }
  return file ? missed : ['any contract'];
}
