import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

const closing = (dayInSeconds: string) => `giveaway (
  every_days,
  ((extract(epoch from start_time at time zone 'UTC')::bigint + active_days * ${dayInSeconds})
    % nullif(every_days * 86400::bigint, 0))
) where every_days > 0`;

/** The index of closing rounds in 64 bits: the seconds of 24,856 days exceed 32, so that such a giveaway could not be stored. */
export class IndexOfClosingRounds20261128090001 extends IndexMigration {
  override readonly indexes = [{ name: 'giveaway_closing_second', on: closing('86400::bigint') }];
  override readonly superseded = [{ name: 'giveaway_closing', on: closing('86400') }];
}
