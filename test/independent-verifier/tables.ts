import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/draws.md', import.meta.url)), 'utf8');
/** The cells of the rows of all tables; undefined for other lines. */
const LINES = PAGE.split('\n').map((line) => (line.startsWith('|') ? cellsOf(line) : undefined));

/** The rows of the first table of docs/draws.md whose heading begins with these cells, without backticks. */
export function tableOf(...heading: readonly string[]): readonly (readonly string[])[] {
  const start = LINES.findIndex((cells) => heading.every((cell, index) => cells?.[index] === cell));
  if (start < 0) throw new Error(`docs/draws.md has no table "${heading.join(', ')}".`);
  const rows: string[][] = [];
  for (const cells of LINES.slice(start + 2)) {
    if (cells === undefined) break;
    rows.push(cells);
  }
  return rows;
}

/** The value of a table with two columns under a name. */
export function valueOf(heading: readonly [string, string], name: string): string {
  const row = tableOf(...heading).find(([cell]) => cell === name);
  if (row?.[1] === undefined) throw new Error(`docs/draws.md has no ${name}.`);
  return row[1];
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

/** The place of the hub among the contracts that an installation creates, as a byte. */
export function placeOfHub(): string {
  const [, byte] = /^hub += .*‖ (0x\d\d)\)$/m.exec(PAGE) ?? [];
  if (byte === undefined) throw new Error('docs/draws.md does not say how the address of the hub follows.');
  return byte;
}
