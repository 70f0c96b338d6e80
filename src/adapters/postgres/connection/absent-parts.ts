import { explainAbsence } from '../../../runtime/explain-absence.ts';

/** Rethrows the error of loading the embedded database; where its packages are absent, an Error that says how to get them. */
export function throwAbsence(error: unknown): never {
  throw explainAbsence(error, {
    name: 'The embedded database',
    packages: ['@electric-sql/pglite', '@mikro-orm/pglite'],
    instead: 'set DATABASE_URL to a PostgreSQL server',
  });
}
