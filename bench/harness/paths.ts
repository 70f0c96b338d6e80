import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmarks. */
export const BENCH = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the product. */
export const PROJECT = dirname(BENCH);
export const RESULTS = join(BENCH, 'results');
