import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';
import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

const closing = (dayInSeconds: string) => `giveaway (
  every_days,
  ((extract(epoch from start_time at time zone 'UTC')::bigint + active_days * ${dayInSeconds})
    % nullif(every_days * 86400::bigint, 0))
) where every_days > 0`;

/** The index of closing rounds in 64 bits: the seconds of 24,856 days exceed 32, so that such a giveaway could not be stored. */
export class IndexOfClosingRounds20261128090001 extends IndexMigration implements LosingMigration {
  override readonly indexes = [{ name: 'giveaway_closing_second', on: closing('86400::bigint') }];
  readonly losses = [
    {
      what: 'giveaways whose rounds are active for 24,856 days or more, which those tables cannot hold',
      count: 'select count(*) as rows from giveaway where every_days > 0 and active_days >= 24856',
      advice:
        'Such giveaways are on the chain and cannot be removed, and an earlier release announces no closed rounds beside them: keep ' +
        'this release.',
    },
  ];
  override readonly superseded = [{ name: 'giveaway_closing', on: closing('86400') }];
}
