import type { Statement } from '../../connection/sql.ts';

/**
 * Settings of a transaction of the projection. A large rewind can take minutes. A crash that loses the commit loses the
 * cursor's move with it, so the blocks are projected again. JIT compilation and parallel workers cost more than they save here.
 */
export const SETTINGS: Statement = {
  name: 'projection-settings',
  text: `select set_config('statement_timeout', '10min', true), set_config('synchronous_commit', 'off', true),
    set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
};
