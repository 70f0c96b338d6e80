import { cut, printable } from './print.ts';

/** Work that ends sooner shows nothing. */
const SHOWN_AFTER_MS = 1_000;
const EVERY_MS = 200;
/** Where a terminal does not say how wide it is. */
const USUAL_COLUMNS = 80;
const CLEAR = '\r\x1b[2K';

let counted = '';
let isDrawn = false;
let drawnAt = 0;

/** Shows how long work has lasted, in a terminal only; returns its result. */
export async function waiting<Value>(what: string, work: Promise<Value>): Promise<Value> {
  if (!isTerminal()) return work;
  const beganAt = Date.now();
  const timer = setInterval(() => {
    const passedMs = Date.now() - beganAt;
    if (passedMs >= SHOWN_AFTER_MS) draw(`${counted}${what}: ${Math.floor(passedMs / 1_000)} s`);
  }, EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Shows how far a command is, such as `Published 40 of 100`, in a terminal only. */
export function showProgress(what: string): void {
  if (!isTerminal()) return;
  counted = `${what}. `;
  if (Date.now() - drawnAt >= EVERY_MS) draw(what);
}

/** Removes what was shown. */
export function clearProgress(): void {
  if (isDrawn) process.stderr.write(CLEAR);
  isDrawn = false;
  counted = '';
}

function draw(text: string): void {
  isDrawn = true;
  drawnAt = Date.now();
  process.stderr.write(`${CLEAR}${cut(printable(text), (process.stderr.columns || USUAL_COLUMNS) - 1)}`);
}

function isTerminal(): boolean {
  // oxlint-disable-next-line node/no-process-env -- how terminals say that they cannot clear a line
  return process.stderr.isTTY && process.env['TERM'] !== 'dumb';
}
