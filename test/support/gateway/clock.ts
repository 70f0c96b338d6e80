import { fileURLToPath } from 'node:url';

/** Variables of a server process whose clock is ahead by so many seconds; that of an embedded database is too. */
export function withClockAhead(seconds: number): Readonly<Record<string, string>> {
  const preload = fileURLToPath(new URL('clock.mjs', import.meta.url));
  return { NODE_OPTIONS: `--import ${preload}`, CLOCK_AHEAD: String(seconds) };
}
