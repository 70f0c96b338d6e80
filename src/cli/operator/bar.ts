import { showProgress } from '../progress.ts';

const WIDTH = 24;

/** Shows what is done now, in a terminal only; of work whose size is known as a bar, of other work the megabytes. */
export function showBar(what: string, done?: number, all?: number): void {
  showProgress(toBar(what, done, all));
}

/** The text of a bar. */
export function toBar(what: string, done?: number, all?: number): string {
  if (done === undefined) return what;
  if (all === undefined) return `${what} ${(done / 1_000_000).toFixed(1)} MB`;
  const share = all === 0 ? 1 : Math.min(1, Math.max(0, done / all));
  const full = Math.round(share * WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent} % ${what}`;
}
