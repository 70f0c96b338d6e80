import { fileURLToPath } from 'node:url';

/** The variables of every process under test. With Node's compile cache, later ones start in half the time. */
export const CHILD_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../node_modules/.cache/processes-under-test', import.meta.url),
  ),
};

/**
 * Options of Node for processes with an embedded database, which end before optimised code of PostgreSQL pays: its compilation took a
 * third of the processor time of a start. Their garbage is collected late, as that of suites.
 */
export const EMBEDDED_OPTIONS = [
  '--liftoff-only',
  '--min-semi-space-size=64',
  '--initial-old-space-size=1024',
  '--external-memory-accounted-in-global-limit',
] as const;
