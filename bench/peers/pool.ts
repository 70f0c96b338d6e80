import pg from 'pg';

/** The pool that every peer has: as many connections as the product, prepared statements planned once. */
export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 8,
  options: '-c plan_cache_mode=force_generic_plan',
});
