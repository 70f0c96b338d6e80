import stringWidth from 'string-width';

// Control characters move the cursor or hide lines; those of bidirectional text let a line read as another one.
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
const CONTROLS_IN_ROW = new RegExp(`${CONTROLS.source}+`, 'gu');

/** Untrusted text for a terminal, on one line and without control characters. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS_IN_ROW, ' ');
}

/** Lines for a terminal; every output of a command passes here or through `toJsonLine`, but a file that no terminal shows. */
export function toLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON on one line; control characters are escaped, so that the document stays the same. */
export function toJsonLine(document: unknown): string {
  return escapeControls(JSON.stringify(document));
}

/** JSON with its control characters escaped, on one line. */
export function escapeControls(json: string): string {
  return json.replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Names and values, one on each line; fields without a value are left out. */
export function toFields(fields: Readonly<Record<string, string | null>>): string {
  const presentFields = Object.entries(fields).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
  const width = Math.max(...presentFields.map(([name]) => stringWidth(name)));
  return presentFields.map(([name, value]) => `${pad(name, width)}  ${printable(value)}`).join('\n');
}

/** Rows in columns under their headings. */
export function toTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => stringWidth(row[column] ?? ''))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The beginning of a text that fits into so many columns of a terminal. */
export function cut(text: string, columns: number): string {
  let end = '';
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (stringWidth(end + segment) > columns) break;
    end += segment;
  }
  return end;
}

const GRAPHEMES = new Intl.Segmenter();

/** Pads a text to so many columns: East Asian characters and emoji take two, combining ones none. */
function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}
