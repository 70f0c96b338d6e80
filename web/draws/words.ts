/** A text with values in its places such as {count}. */
export function fill(text: string, values: Readonly<Record<string, string | number | bigint>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
