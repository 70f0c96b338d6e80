import type { SqlEntityManager } from '@mikro-orm/sql';

type Value = string | number | boolean | null;
type Fields = Readonly<Record<string, Value>>;

const DAY_MS = 86_400_000;

/** A distinct hash for each number. */
export const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
/** The id of the giveaway of this number. */
export const giveawayIdOf = (number: number) => `gwy_${hashOf(number).slice(2)}`;
/** Wallets in mixed case (EIP-55). */
export const WALLETS = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
] as const;
const BEACON = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Inserts rows into a table of the read model; all rows have the members of the first. */
export async function insert(em: SqlEntityManager, table: string, rows: readonly Fields[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  for (let start = 0; start < rows.length; start += 200) {
    const part = rows.slice(start, start + 200);
    const places = part.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
    const names = columns.map((name) => `"${name}"`).join(', ');
    await em.getConnection().execute(
      `insert into ${table} (${names}) values ${places}`,
      part.flatMap((row) => columns.map((name) => row[name] ?? null)),
    );
  }
}

/** Sets the projection's head and the chain's time, which decides the state of rounds. */
export async function setChainTime(em: SqlEntityManager, time: string): Promise<void> {
  await em.getConnection().execute('delete from chain_cursor');
  await insert(em, 'chain_cursor', [
    {
      chain_id: 31_337,
      hub: WALLETS[0],
      start_block: 0,
      next_block: 101,
      head_number: 100,
      head_at: time,
      confirmed_number: 99,
      finalized_number: 90,
    },
  ]);
}

/** A giveaway of one round that started on 1 January 2026; `fields` override. */
export function giveawayRow(number: number, fields: Fields = {}): Fields {
  return {
    id: giveawayIdOf(number),
    key: hashOf(number),
    provider_key: hashOf(7_000 + (number % 2)),
    external_id: `summer-${number}`,
    start_time: '2026-01-01T00:00:00Z',
    end_time: null,
    determination: 'PROVIDER_DECLARED',
    requires_handshake: false,
    provider_pays_receipt_gas: false,
    entries_carry_over: false,
    every_days: 0,
    active_days: 0,
    beacon: null,
    beacon_margin: 0,
    metadata_hash: null,
    metadata_uri: '',
    signer: WALLETS[0],
    created_at: new Date(Date.UTC(2025, 11, 1) + number * 1000).toISOString(),
    created_block: number,
    transaction_hash: hashOf(90_000 + number),
    ...fields,
  };
}

/** The options of a giveaway whose winners are drawn on chain. */
export const DRAWN: Fields = { determination: 'ON_CHAIN_RANDOM', beacon: BEACON, beacon_margin: 60 };

/** A round in which entries were issued. */
export function roundRow(number: number, index: number, fields: Fields = {}): Fields {
  return { giveaway_id: giveawayIdOf(number), index, net_entries: 0, holders: 0, ...fields };
}

/** The columns of a round whose winner was drawn. */
export function drawn(passportId: number, total: number, ticket: number): Fields {
  return {
    winner_passport_id: passportId,
    winner_wallet: WALLETS[passportId % 4] ?? null,
    decided_at: '2026-02-01T00:02:00Z',
    decided_block: 77,
    decided_block_hash: hashOf(770),
    decided_transaction_hash: hashOf(771),
    beacon_round: 1_234,
    beacon_signature: `0x${'ab'.repeat(48)}`,
    randomness: hashOf(772),
    draw_total: total,
    draw_ticket: ticket,
  };
}

export function entryRow(
  number: number,
  index: number,
  leaf: number,
  passportId: number,
  entries: number,
): Fields {
  const time = Date.UTC(2026, 0, 1) + index * DAY_MS + leaf * 1000 + number;
  return {
    giveaway_id: giveawayIdOf(number),
    round_index: index,
    leaf,
    passport_id: passportId,
    entries,
    changed_at: new Date(time).toISOString(),
  };
}

export function passportRow(id: number, fields: Fields = {}): Fields {
  return {
    id,
    owner: WALLETS[id % 4] ?? null,
    max_transfers: null,
    transfers_used: 0,
    minted_at: '2025-12-24T12:00:00.5Z',
    minted_block: id,
    ...fields,
  };
}

export function changeRow(block: number, logIndex: number, fields: Fields): Fields {
  return {
    block_number: block,
    log_index: logIndex,
    open_round: fields['round_index'] ?? 0,
    op_key: hashOf(block * 1000 + logIndex),
    removed: false,
    amount: 1,
    entries: 1,
    reason_code: 0,
    evidence: null,
    owner: WALLETS[1],
    signer: WALLETS[0],
    changed_at: '2026-01-05T00:00:00Z',
    transaction_hash: hashOf(block),
    ...fields,
  };
}

/** A recorded delivery of the prize of a round; the round's column `deliveries` must have its revision. */
export function deliveryRow(number: number, index: number, revision: number, fields: Fields = {}): Fields {
  return {
    block_number: 90 + revision,
    log_index: index,
    giveaway_id: giveawayIdOf(number),
    round_index: index,
    revision,
    signer: WALLETS[0],
    asset_contract: WALLETS[3],
    recipient: WALLETS[2],
    proof_chain_id: 1,
    proof_transaction_hash: hashOf(5_004),
    proof_uri: '',
    recorded_at: '2026-02-03T00:00:00Z',
    transaction_hash: hashOf(5_005),
    ...fields,
  };
}
