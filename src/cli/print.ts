/** Untrusted text for a terminal: without control characters, so that it cannot move the cursor or hide lines. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Names and values, one on each line; fields without a value are left out. */
export function toFields(fields: Readonly<Record<string, string | null>>): string {
  const presentFields = Object.entries(fields).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
  const width = Math.max(...presentFields.map(([name]) => name.length));
  return presentFields.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join('\n');
}

/** Rows in columns under their headings. */
export function toTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
