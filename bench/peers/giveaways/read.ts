import { pool } from '../connections/pool.ts';
import { toConnection, toPosition, type PageArguments } from './connection.ts';

export interface GiveawayRow {
  readonly id: string;
}
export interface RoundRow {
  readonly giveawayId: string;
  readonly index: number;
}
export interface EntryRow {
  readonly leaf: number;
  readonly passportNumber: number;
}
interface PassportRow {
  readonly passportId: number;
}

const GIVEAWAY = {
  name: 'giveaway',
  text: `select id, key, external_id as "giveawayId", provider_key as "providerKey", start_time as "startTime",
      end_time as "endTime", determination as "determinationType", requires_handshake as "requiresHandshake",
      entries_carry_over as "rollingEntriesCarryOver", nullif(metadata_uri, '') as "metadataUri",
      created_at as "createdAt", transaction_hash as "transactionHash"
    from giveaway where id = $1`,
};

const ROUNDS = {
  name: 'rounds',
  text: `select r.giveaway_id as "giveawayId", 'rnd_' || substr(r.giveaway_id, 5) || '_' || r.index as id, r.index,
      (r.net_entries + case when g.entries_carry_over then (
        select coalesce(sum(b.net_entries), 0) from giveaway_round b where b.giveaway_id = g.id and b.index < r.index
      ) else 0 end)::integer as "entriesTotal",
      r.holders, r.decided_at as "decidedAt", nullif(r.metadata_uri, '') as "metadataUri",
      nullif(r.image_uri, '') as "imageUri"
    from giveaway g join giveaway_round r on r.giveaway_id = g.id
    where g.id = any($1) and r.index > $2 and r.index <= $2 + $3
    order by r.giveaway_id, r.index`,
};

const ENTRIES = {
  name: 'entries',
  text: `select w.ord::integer - 1 as place, x.*
    from unnest($1::text[], $2::integer[]) with ordinality w(giveaway_id, round_index, ord)
    cross join lateral (
      select 'ent_' || substr(w.giveaway_id, 5) || '_' || w.round_index || '_' || e.passport_id as id, e.leaf,
        e.entries::integer, e.changed_at as "changedAt", e.passport_id::integer as "passportNumber"
      from entry e where e.giveaway_id = w.giveaway_id and e.round_index = w.round_index and e.leaf > $3
      order by e.leaf limit $4
    ) x
    order by w.ord, x.leaf`,
};

const PASSPORTS = {
  name: 'passports',
  text: `select 'psp_' || id as id, id::integer as "passportId", owner, max_transfers::integer as "maxTransfers",
      transfers_used as "transfersUsed", minted_at as "mintedAt"
    from passport where id = any($1)`,
};

/** The giveaway of this id; null when there is none. */
export async function readGiveaway(id: string): Promise<GiveawayRow | null> {
  const { rows } = await pool.query<GiveawayRow>({ ...GIVEAWAY, values: [id] });
  return rows[0] ?? null;
}

/** A page of rounds of each giveaway, in one statement. */
export async function readRounds(giveaways: readonly GiveawayRow[], page: PageArguments) {
  const { size, after } = toPosition(page);
  const { rows } = await pool.query<RoundRow>({
    ...ROUNDS,
    values: [giveaways.map(({ id }) => id), after, size + 1],
  });
  return giveaways.map(({ id }) =>
    toConnection(
      'ROUNDS',
      rows.filter((row) => row.giveawayId === id),
      page,
      ({ index }) => index,
    ),
  );
}

/** A page of entries of each round, in one statement. */
export async function readEntries(rounds: readonly RoundRow[], page: PageArguments) {
  const { size, after } = toPosition(page);
  const { rows } = await pool.query<EntryRow & { readonly place: number }>({
    ...ENTRIES,
    values: [rounds.map(({ giveawayId }) => giveawayId), rounds.map(({ index }) => index), after, size + 1],
  });
  const found: EntryRow[][] = rounds.map(() => []);
  for (const row of rows) found[row.place]?.push(row);
  return found.map((entries) => toConnection('ENTRIES', entries, page, ({ leaf }) => leaf));
}

/** The passports of these numbers, in the same order, in one statement. */
export async function readPassports(numbers: readonly number[]): Promise<(PassportRow | null)[]> {
  const { rows } = await pool.query<PassportRow>({ ...PASSPORTS, values: [[...new Set(numbers)]] });
  const found = new Map(rows.map((row) => [row.passportId, row]));
  return numbers.map((number) => found.get(number) ?? null);
}
