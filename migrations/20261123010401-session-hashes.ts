import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * New sessions store the SHA-256 of their token in base64url, so that a copy of the database opens no session. Sessions of release
 * 0.1.0 keep their tokens, by which instances of both releases find them, until they end: 90 days after the sign-in at most.
 */
export class SessionHashes20261123010401 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'sessions that this release opened',
      count: 'select count(*) as rows from session where length(token) = 43',
    },
  ];

  override up(): void {
    // Nothing changes in the tables.
  }

  override down(): void {
    // Instances of release 0.1.0 do not find the others.
  }
}
