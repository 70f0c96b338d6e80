import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmarks. */
export const BENCH = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folder of the product. */
export const PROJECT = dirname(BENCH);
/** The folder of the built product: `dist`, or the one that BENCH_PRODUCT names. */
export const BUILT = process.env['BENCH_PRODUCT'] ?? join(PROJECT, 'dist');
export const RESULTS = join(BENCH, 'results');
