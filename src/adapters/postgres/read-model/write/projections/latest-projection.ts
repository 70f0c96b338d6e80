import type { Statement } from '../../../connection/sql.ts';
import { giveawayIdSql, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/** A projection that can also be repeated for some rounds, from all their events. */
export interface RoundProjection extends EventProjection {
  /** For the rounds of $1: a JSON array of {giveaway_key, round}. */
  readonly ofRounds: Statement;
}

/** A table with a row for each round, or for each place of a round: the columns of its key, and their SQL for an event `e`. */
export interface RoundTable {
  readonly name: string;
  readonly key: Readonly<Record<string, string>>;
}

/** SQL for the position of an event on the chain; it sorts in the order of the chain. */
export const POSITION = 'array[e.block_number, e.log_index]::bigint[]';

/** SQL for the round of an event. */
export const ROUND = `(e.args->>'round')::integer`;

/** Columns of which the latest of these events counts. */
export function fromLatest(
  { name: table, key }: RoundTable,
  events: readonly [string, ...string[]],
  columns: Readonly<Record<string, string>>,
): RoundProjection {
  const [event] = events;
  const names = Object.keys(columns);
  const keys = Object.keys(key).join(', ');
  const values = Object.values(key).join(', ');
  const text = (source: string, condition: string) => `
    insert into ${table} (${keys}, ${names.join(', ')})
    select distinct on (${values}) ${values}, ${Object.values(columns).join(', ')}
    from ${source}
    where e.name in (${events.map((other) => `'${other}'`).join(', ')}) and ${condition}
    order by ${values}, e.block_number desc, e.log_index desc
    on conflict (${keys}) do update
      set ${names.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return {
    events,
    ofBlocks: { name: `project-${table}-${event}`, text: text('chain_event e', OF_BLOCKS) },
    ofRounds: {
      name: `project-again-${table}-${event}`,
      text: text(
        'json_to_recordset($1) as touched (giveaway_key text, round integer) join chain_event e using (giveaway_key)',
        `${ROUND} = touched.round`,
      ),
    },
  };
}

export const GIVEAWAY_ID = giveawayIdSql('e.giveaway_key');
