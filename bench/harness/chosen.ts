const only = process.env['BENCH_ONLY']?.split(';');

/** Whether a contender is measured: all are, or those whose names BENCH_ONLY lists, separated by semicolons. */
export function isChosen(name: string): boolean {
  return only === undefined || only.includes(name);
}
