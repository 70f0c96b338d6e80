import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmarks. */
export const BENCH = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the product. */
export const PROJECT = dirname(BENCH);
/** Where the built product is: another build than `dist` when BENCH_PRODUCT names its folder. */
export const BUILT = process.env['BENCH_PRODUCT'] ?? join(PROJECT, 'dist');
export const RESULTS = join(BENCH, 'results');
