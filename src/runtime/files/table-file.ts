import { stringify } from 'csv-stringify/sync';

/** The values of a row, in the order of the columns. */
export type TableLine = readonly unknown[];

/** A table as a file for other programs. */
export interface TableFormat {
  readonly contentType: string;
  /** What the file begins with, for these columns. */
  readonly head: (columns: readonly string[]) => string;
  readonly toLines: (columns: readonly string[], lines: readonly TableLine[]) => string;
}

/** CSV (RFC 4180). A text that a spreadsheet would calculate gets an apostrophe before it; a list is one text, with spaces. */
const CSV: TableFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  head: (columns) => stringify([[...columns]]),
  toLines: (_columns, lines) =>
    stringify(lines as TableLine[], {
      escape_formulas: true,
      cast: {
        boolean: (value) => String(value),
        date: (value) => value.toISOString(),
        object: (value) => (value as unknown as readonly string[]).join(' '),
      },
    }),
};

/** One JSON object in each line; a missing value is null. */
const NDJSON: TableFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  head: () => '',
  toLines: (columns, lines) =>
    lines
      .map(
        (line) =>
          `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, line[at] ?? null])))}\n`,
      )
      .join(''),
};

/** The formats of a table by the endings of their files. */
export const TABLE_FORMATS = { csv: CSV, ndjson: NDJSON } as const;
export type TableFormatName = keyof typeof TABLE_FORMATS;
