/** Entries of one giveaway, over all its rounds. */
const ENTRIES_PER_GIVEAWAY = 20_000;
const ROUNDS = 10;

const hash = (text: string) => `'0x' || encode(sha256((${text})::bytea), 'hex')`;
const address = (text: string) => `'0x' || substr(encode(sha256((${text})::bytea), 'hex'), 1, 40)`;
const ID = `'gwy_' || lpad(to_hex(g), 64, '0')`;
// The giveaways in which passport 1 has an entry, and wins at one instant. They are numbered after all others.
const HELD_GIVEAWAYS = 150_000;
const HELD = `generate_series(1000000, ${1_000_000 + HELD_GIVEAWAYS - 1})`;
const HELD_START = `timestamptz '2024-01-05T00:00:00Z' + (g - 1000000) * interval '1 minute'`;
const START = `timestamptz '2025-01-05T00:00:00Z' + g * interval '7 minutes'`;

interface SizedStatement {
  readonly text: string;
  readonly values: (entries: number) => readonly number[];
}

const giveaways = (entries: number) => Math.ceil(entries / ENTRIES_PER_GIVEAWAY);

/** Passports, giveaways and their rounds, for this number of entries. */
export const CHAIN: readonly SizedStatement[] = [
  {
    text: `
      insert into passport (id, owner, max_transfers, transfers_used, minted_at, minted_block)
      select p, ${address(`'owner' || p % 70000`)}, case when p % 3 = 0 then p % 5 end, p % 2,
        timestamptz '2025-01-01T00:00:00Z' + p * interval '1 second', p
      from generate_series(1, $1::bigint) p`,
    values: (entries) => [Math.ceil(entries / 4)],
  },
  {
    text: `
      insert into giveaway (id, key, provider_key, external_id, start_time, end_time, determination, requires_handshake,
        provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon, beacon_margin, metadata_hash,
        metadata_uri, signer, created_at, created_block, transaction_hash)
      select ${ID}, '0x' || lpad(to_hex(g), 64, '0'), ${hash(`'provider' || g % 9`)}, 'giveaway-' || g, ${START},
        ${START} + interval '${ROUNDS * 7} days', 'PROVIDER_DECLARED', g % 2 = 0, g % 3 = 0, g % 2 = 1, 7, 7, null, 0,
        ${hash(`'metadata' || g`)}, 'https://play.example/' || g || '.json', ${address(`'signer' || g % 9`)},
        ${START} - interval '1 day', 20000 + g, ${hash(`'transaction' || g`)}
      from generate_series(0, $1::integer - 1) g`,
    values: (entries) => [giveaways(entries)],
  },
  {
    text: `
      insert into giveaway_round (giveaway_id, index, net_entries, holders, metadata_hash, metadata_uri, image_uri,
        winner_passport_id, winner_wallet, decided_at, decided_block)
      select ${ID}, r, 3 * ${ENTRIES_PER_GIVEAWAY / ROUNDS}, ${ENTRIES_PER_GIVEAWAY / ROUNDS}, ${hash(`'round' || g || r`)},
        'https://play.example/' || g || '/' || r || '.json', 'https://play.example/' || g || '/' || r || '.webp',
        case when r < 8 then 1 + (g * 31 + r) % $2::integer end, case when r < 8 then ${address(`'owner' || g`)} end,
        case when r < 8 then ${START} + (r + 1) * interval '7 days' + interval '2 hours' end,
        case when r < 8 then 40000 + g * 5 + r end
      from generate_series(0, $1::integer - 1) g, generate_series(0, ${ROUNDS - 1}) r`,
    values: (entries) => [giveaways(entries), Math.ceil(entries / 4)],
  },
  {
    text: `
      insert into giveaway (id, key, provider_key, external_id, start_time, end_time, determination, requires_handshake,
        provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon, beacon_margin, metadata_hash,
        metadata_uri, signer, created_at, created_block, transaction_hash)
      select ${ID}, '0x' || lpad(to_hex(g), 64, '0'), ${hash(`'provider' || g % 9`)}, 'giveaway-' || g,
        ${HELD_START}, ${HELD_START} + interval '7 days', 'PROVIDER_DECLARED', false, false, false, 0, 0, null, 0,
        ${hash(`'metadata' || g`)}, '', ${address(`'signer' || g % 9`)}, ${HELD_START}, 20000 + g, ${hash(`'transaction' || g`)}
      from ${HELD} g`,
    values: () => [],
  },
  {
    text: `
      insert into giveaway_round (giveaway_id, index, net_entries, holders, winner_passport_id, decided_at, decided_block)
      select ${ID}, 0, 1, 1, 1, timestamptz '2025-06-01T00:00:00Z', 40000 + g from ${HELD} g`,
    values: () => [],
  },
  {
    text: `
      insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
      select ${ID}, 0, 0, 1, 1, ${HELD_START} from ${HELD} g`,
    values: () => [],
  },
  {
    text: `
      insert into public_text (hash, texts)
      select ${hash(`'metadata' || g`)},
        json_build_object('title', 'raffle of the week', 'description', 'prize number p' || g)
      from ${HELD} g`,
    values: () => [],
  },
];

/** The entries of the giveaways $1 to $2, of $3 passports: prime steps through them, different ones for each round. */
export const ENTRIES = `
  insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
  select ${ID}, r, l, 1 + (l * 7919 + g * 130 + r * 101) % $3::bigint, 1 + (l + g) % 5,
    ${START} + r * interval '7 days' + l * interval '4 minutes'
  from generate_series($1::bigint, $2::bigint) g, generate_series(0, ${ROUNDS - 1}) r,
    generate_series(0, ${ENTRIES_PER_GIVEAWAY / ROUNDS - 1}) l`;

/** The audit log's partitions of the last year, as of a gateway that ran that long. */
export const AUDIT_MONTHS = `
  select add_month_partition('audit_entry', (date_trunc('month', now() at time zone 'UTC') - n * interval '1 month')::date)
  from generate_series(0, 12) n`;

/** $1 entries of the audit log, over the last year. */
export const AUDIT = `
  insert into audit_entry (id, at, actor, action, subject, facts)
  select 'aud_' || lpad(to_hex(n), 32, '0'), now() - n * (interval '365 days' / $1::bigint), 'account:acc_' || n % 1000,
    (array['api-key.create', 'listing.verify', 'api-key.rotate', 'signature'])[1 + n % 4], 'key_' || n % 5000, '{}'
  from generate_series(1, $1::bigint) n`;
