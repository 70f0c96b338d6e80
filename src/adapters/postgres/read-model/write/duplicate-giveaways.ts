import type { ChainEvent } from '../../../ports/projection.ts';
import type { Sql, Statement } from '../../connection/sql.ts';

/**
 * The events without those of giveaways whose key another hub used first. A key derives from the provider and its id of the
 * giveaway, so a provider that sends transactions itself can create one in several hubs; the first on the chain counts.
 */
export async function withoutDuplicates(sql: Sql, events: readonly ChainEvent[]): Promise<ChainEvent[]> {
  const keys = new Set(events.flatMap(({ giveawayKey }) => giveawayKey ?? []));
  const rows = await sql.query(HUBS, [[...keys]]);
  const hubs = new Map(rows.map(([key, hub]) => [String(key), Number(hub)]));
  return events.filter(({ giveawayKey, hub, name }) => {
    if (giveawayKey === null) return true;
    if (name === 'GiveawayCreated' && !hubs.has(giveawayKey)) hubs.set(giveawayKey, hub);
    return hubs.get(giveawayKey) === hub;
  });
}

const HUBS: Statement = {
  name: 'hubs-of-giveaways',
  text: 'select key, hub from giveaway where key = any($1::text[])',
};
