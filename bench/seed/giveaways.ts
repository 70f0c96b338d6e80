import { withDatabase } from '../harness/servers/database.ts';

export const GIVEAWAY_COUNT = 200;
export const ROUND_COUNT = 5;
export const PASSPORT_COUNT = 10_000;
const SEED_VERSION = 1;

/** The number of entries of each round of a giveaway: 100 to 2,000. */
export function entriesOfRound(giveaway: number): number {
  return 100 * (1 + (giveaway % 20));
}

/** The id of a giveaway by its number, from 0. */
export function giveawayId(giveaway: number): string {
  return `gwy_${giveaway.toString(16).padStart(64, '0')}`;
}

/** Fills the read model of the chain with about a million entries, unless it holds this seed. */
export async function ensureGiveaways(log: (message: string) => void): Promise<void> {
  await withDatabase(async (client) => {
    await client.query('create table if not exists bench_giveaways (version integer not null)');
    const { rows } = await client.query<{ version: number }>('select version from bench_giveaways');
    if (rows[0]?.version === SEED_VERSION) return;
    log(`Seeding ${GIVEAWAY_COUNT} giveaways of ${ROUND_COUNT} rounds …`);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query('insert into bench_giveaways values ($1)', [SEED_VERSION]);
  });
}

const NUMBER_TO_HASH = (text: string) => `'0x' || encode(sha256((${text})::bytea), 'hex')`;
const NUMBER_TO_ADDRESS = (text: string) => `'0x' || substr(encode(sha256((${text})::bytea), 'hex'), 1, 40)`;
const ROUND_OF_GIVEAWAY = `generate_series(0, ${GIVEAWAY_COUNT - 1}) g, generate_series(0, ${ROUND_COUNT - 1}) r`;
const ENTRIES_OF_ROUND = '100 * (1 + g % 20)';
// Every round is over, so that nothing depends on the time of the measurement.
const START = `timestamptz '2026-01-05T00:00:00Z' + g * interval '7 minutes'`;
const ID = `'gwy_' || lpad(to_hex(g), 64, '0')`;

const STATEMENTS = [
  'truncate passport, entry, giveaway_round, giveaway, bench_giveaways',
  `insert into passport (id, owner, max_transfers, transfers_used, minted_at, minted_block)
   select p, ${NUMBER_TO_ADDRESS(`'owner' || p % 7000`)}, case when p % 3 = 0 then p % 5 end, p % 2,
     timestamptz '2026-01-01T00:00:00Z' + p * interval '3 seconds', p
   from generate_series(1, ${PASSPORT_COUNT}) p`,
  `insert into giveaway (id, key, provider_key, external_id, start_time, end_time, determination, requires_handshake,
     provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon, beacon_margin, metadata_hash,
     metadata_uri, signer, created_at, created_block, transaction_hash)
   select ${ID}, '0x' || lpad(to_hex(g), 64, '0'), ${NUMBER_TO_HASH(`'provider' || g % 9`)}, 'giveaway-' || g,
     ${START}, ${START} + interval '${ROUND_COUNT * 7} days', 'PROVIDER_DECLARED', g % 2 = 0, g % 3 = 0, g % 2 = 1, 7, 7, null, 0,
     ${NUMBER_TO_HASH(`'metadata' || g`)}, 'https://play.example/' || g || '.json', ${NUMBER_TO_ADDRESS(`'signer' || g % 9`)},
     ${START} - interval '1 day', 20000 + g, ${NUMBER_TO_HASH(`'transaction' || g`)}
   from generate_series(0, ${GIVEAWAY_COUNT - 1}) g`,
  `insert into giveaway_round (giveaway_id, index, net_entries, holders, metadata_hash, metadata_uri, image_uri,
     winner_passport_id, winner_wallet, decided_at, decided_block)
   select ${ID}, r, 3 * ${ENTRIES_OF_ROUND}, ${ENTRIES_OF_ROUND}, ${NUMBER_TO_HASH(`'round' || g || r`)},
     'https://play.example/' || g || '/' || r || '.json', 'https://play.example/' || g || '/' || r || '.webp',
     case when r < 3 then 1 + g * 31 % ${PASSPORT_COUNT} end, case when r < 3 then ${NUMBER_TO_ADDRESS(`'owner' || g`)} end,
     case when r < 3 then ${START} + (r + 1) * interval '7 days' + interval '2 hours' end,
     case when r < 3 then 40000 + g * 5 + r end
   from ${ROUND_OF_GIVEAWAY}`,
  // Prime steps through all passports: a different one for each leaf, and different ones for each round.
  `insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
   select ${ID}, r, l, 1 + (l * 7919 + g * 13 + r * 101) % ${PASSPORT_COUNT}, 1 + (l + g) % 5,
     ${START} + r * interval '7 days' + l * interval '4 minutes'
   from ${ROUND_OF_GIVEAWAY}, generate_series(0, ${ENTRIES_OF_ROUND} - 1) l`,
  'vacuum analyze passport, entry, giveaway_round, giveaway',
];
