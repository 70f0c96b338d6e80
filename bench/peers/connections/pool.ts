import pg from 'pg';

/** The pool of every peer: as many connections as the product's, with named prepared statements. */
export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 8,
  options: '-c plan_cache_mode=force_generic_plan',
});
