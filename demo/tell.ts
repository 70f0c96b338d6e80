import { setTimeout as after } from 'node:timers/promises';

/** Public responses may be as old as the cache allows; they normally follow within seconds. */
const SHOWN_WITHIN_MS = 30_000;

let steps = 0;

/** Starts the next step. */
export function step(title: string): void {
  process.stdout.write(`\n${(steps += 1)}. ${title}\n`);
}

/** Prints a result. */
export function tell(line: string): void {
  process.stdout.write(`   ${line}\n`);
}

/** Throws an Error that says what should have been true. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Not as it should be: ${what}.`);
}

/** Reads until there is a value. Throws an Error with `what` when that takes too long. */
export async function eventually<Value>(
  what: string,
  read: () => Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    expectThat(Date.now() < deadline, what);
    await after(500);
  }
}
