import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './contest.ts';
import { RESULTS } from './paths.ts';
import type { Row, RowResult } from './row.ts';
import { describeMachine, readVersions } from './versions.ts';

/** Writes the results of a row to `results/<row>.json`. */
export async function writeResult(row: Row, settings: Settings, { facts }: RowResult): Promise<void> {
  const result = {
    row: row.number,
    title: row.title,
    at: new Date().toISOString(),
    machine: describeMachine(),
    versions: await readVersions(),
    settings,
    ...facts,
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${row.number}.json`), `${JSON.stringify(result, roundNumber, 2)}\n`);
}

/** The table and the remarks of a row as text. */
export function toText(row: Row, { table, remarks }: RowResult): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  );
  const lines = table.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   '));
  return [`Row ${row.number}: ${row.title}`, ...lines, ...remarks].map((line) => line.trimEnd()).join('\n');
}

function roundNumber(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
