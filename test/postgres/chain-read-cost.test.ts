import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createChainReads } from '../../src/adapters/postgres/read-model/read/chain-reads.ts';
import { createRoundChartReads } from '../../src/adapters/postgres/read-model/read/round-charts.ts';
import { createTrackRecordReads } from '../../src/adapters/postgres/read-model/read/track-records.ts';
import type { PageRequest } from '../../src/core/values/paging.ts';
import type { ChainCell, ChainColumn, ChainSource } from '../../src/adapters/ports/chain-reads.ts';
import { openReadModel, type ReadModel } from '../chain/indexer/read-model.ts';
import { describeWith } from '../support/describe-with.ts';
import { measureGenericPlans } from '../support/database/buffers.ts';

const MANY = 30_000;
const MAX_BUFFERS = 300;
const MAX_CHART_BUFFERS = 1_500;
const MAX_SEARCH_BUFFERS = 10_000;
const MAX_RECORD_BUFFERS = 20_000;
const id = (n: number) => `gwy_${String(n).padStart(64, '0')}`;
const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();

let model: ReadModel;

const NEWEST_FIRST = new Set<ChainSource>([
  'giveaways',
  'giveawaysOfProvider',
  'giveawaysOfPassport',
  'roundsWonBy',
  'entriesOfPassport',
]);

type List = readonly [
  source: ChainSource,
  key: readonly ChainCell[],
  columns: readonly ChainColumn[],
  positionOf: (n: number) => { readonly key: string; readonly id: string },
];
const byTime = (n: number) => ({ key: timeOf(n), id: id(n) });
const byNumber = (n: number) => ({ key: String(n), id: '' });
const byRound = (n: number) => ({ key: timeOf(n), id: `rnd_${id(2).slice(4)}_${n}` });
/** All wins are of one instant. */
const byWin = (n: number) => ({ key: timeOf(0), id: `rnd_${id(n).slice(4)}_0` });
const onChain = (n: number) => ({ key: String(n), id: '1' });

// PostgreSQL in WebAssembly has the same planner, and needs four times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'reads of the chain', () => {
  // Giveaway 1 has most rounds and entries, passport 1 all changes and transfers and entries in many rounds, passport 5 an entry
  // in every giveaway, passport 6 all wins, wallet 0x1 all passports. All texts have one word, and few have another.
  beforeAll(async () => {
    model = await openReadModel();
    const run = (text: string) => model.sql.query({ name: '', text }, []);
    await run(`insert into giveaway (id, key, provider_key, external_id, start_time, determination, requires_handshake,
      provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon_margin, metadata_uri, signer,
      created_at, created_block, transaction_hash)
    select 'gwy_' || lpad(n::text, 64, '0'), '0x' || n, case when n % 3 = 0 then '0x1' else '0x2' end, n,
      '2026-01-01T00:00:00Z', 'PROVIDER_DECLARED', false, false, true, 1, 1, 0, '', '0x',
      timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', 1, '0x'
    from generate_series(1, ${MANY}) n`);
    await run(`update giveaway set metadata_hash = '0x' || external_id,
      provider_key = case when external_id::integer < 8 then '0x3' else provider_key end`);
    await run(`insert into public_text (hash, texts)
    select '0x' || n, json_build_object('title', 'win the prize ' || case when n % 1000 = 7 then 'soon' else '' end)
    from generate_series(1, ${MANY}) n`);
    await run(`insert into giveaway_round (giveaway_id, index, net_entries, holders)
    select '${id(1)}', n, n, 1 from generate_series(1, 1000) n`);
    await run(`insert into giveaway_round (giveaway_id, index, net_entries, holders, winner_passport_id, decided_at)
    select 'gwy_' || lpad(n::text, 64, '0'), 0, 1, 1, 6, '${timeOf(0)}' from generate_series(1, ${MANY}) n`);
    // All others win once: the planner takes every winner for one of them.
    await run(`insert into giveaway_round (giveaway_id, index, net_entries, holders, winner_passport_id, decided_at)
    select '${id(9)}', n, 1, 1, 100 + n, '${timeOf(0)}' from generate_series(1, ${MANY}) n`);
    await run(`insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
    select '${id(1)}', 7, n, n, 1, now() from generate_series(1, ${MANY}) n
    union all
    select 'gwy_' || lpad(n::text, 64, '0'), 0, 0, 5, 1, now() from generate_series(1, ${MANY}) n
    union all
    select '${id(2)}', n, 1, 1, 1, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'
    from generate_series(1, ${MANY}) n`);
    await run(`insert into entry_change (block_number, log_index, giveaway_id, round_index, open_round, passport_id, op_key,
      removed, amount, entries, reason_code, owner, signer, changed_at, transaction_hash)
    select n, 1, '${id(1)}', 7, 7, 1, '0x', false, 1, n, 0, '0x', '0x', now(), '0x' from generate_series(1, ${MANY}) n`);
    await run(`insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
    select '${id(3)}', 7, n - 1, ${MANY} + n * 7919 % ${MANY}, 1, now() from generate_series(1, ${MANY}) n`);
    await run(`insert into entry_change (block_number, log_index, giveaway_id, round_index, open_round, passport_id, op_key,
      removed, amount, entries, reason_code, owner, signer, changed_at, transaction_hash)
    select n + 10, 3, '${id(3)}', 7, 8, ${MANY} + n * 7919 % ${MANY}, '0x', true, 1, 1, 0, '0x', '0x', now(), '0x'
    from generate_series(1, ${MANY}) n`);
    await run(`insert into round_total (giveaway_id, round_index, block_number, mined_at, entries)
    select '${id(3)}', 7, n + 10, now(), ${2 * MANY} - n from generate_series(0, ${MANY}) n
    union all
    select 'gwy_' || lpad(n::text, 64, '0'), 0, n, now(), 1 from generate_series(4, ${MANY}) n`);
    await run(`insert into passport (id, owner, transfers_used, minted_at, minted_block)
    select n, '0x1', 0, now(), 1 from generate_series(1, ${MANY}) n`);
    await run(`insert into passport_transfer (block_number, log_index, passport_id, from_wallet, to_wallet, transferred_at,
      transaction_hash)
    select n, 1, 1, '0x1', '0x2', now(), '0x' from generate_series(1, ${MANY}) n`);
    await run(`insert into prize_delivery (block_number, log_index, giveaway_id, round_index, revision, signer,
      asset_contract, recipient, proof_chain_id, proof_transaction_hash, proof_uri, recorded_at, transaction_hash)
    select n, 2, '${id(1)}', 7, n, '0x', '0x', '0x', 1, '0x', '', now(), '0x' from generate_series(1, ${MANY}) n`);
    // Most events of the passport are others than provisions.
    await run(`insert into chain_event (block_number, log_index, block_hash, transaction_hash, mined_at, name, passport_id,
      args)
    select n, log, '0x', '0x', now(), case log when 1 then 'Provisioned' else 'Transfer' end, 1, '{"minted": false}'
    from generate_series(1, ${MANY}) n, generate_series(1, 3) log`);
    await run('vacuum analyze');
  }, 180_000);
  afterAll(() => model.close());

  it.each<List>([
    ['giveaways', [], ['giveaway.externalId', 'giveaway.title'], byTime],
    ['giveawaysOfProvider', ['0x1'], ['giveaway.externalId'], byTime],
    ['giveawaysOfPassport', [5], ['giveaway.externalId', 'giveaway.title'], byTime],
    ['roundsWonBy', [6], ['round.index', 'giveaway.externalId'], byWin],
    ['entriesOfRound', [id(1), 7], ['entry.entries', 'passport.owner'], byNumber],
    ['entriesOfPassport', [1], ['entry.entries', 'giveaway.externalId'], byRound],
    ['changesOfEntry', [id(1), 7, 1], ['change.amount'], onChain],
    ['passportsOfOwner', ['0x1'], ['passport.id'], byNumber],
    ['transfersOfPassport', [1], ['transfer.from'], onChain],
    ['provisionsOfPassport', [1], ['provision.minted'], onChain],
    ['deliveriesOfPlace', [id(1), 7, 0], ['delivery.recipient', 'delivery.verdict'], byNumber],
    ['deliveriesOfRound', [id(1), 7], ['delivery.recipient', 'delivery.verdict'], byNumber],
  ])('reads a page of %s from few buffers, wherever it stands', async (source, key, columns, positionOf) => {
    const sql = measureGenericPlans(model.sql);
    const reads = createChainReads(sql);
    const pages: Partial<PageRequest>[] = [
      {},
      { backward: true },
      { after: positionOf(MANY / 2) },
      { backward: true, after: positionOf(MANY / 2) },
      { before: positionOf(MANY / 2) },
      { backward: true, before: positionOf(MANY / 2) },
      { after: positionOf(MANY / 2), before: positionOf(NEWEST_FIRST.has(source) ? 3 : MANY - 3) },
    ];
    for (const page of pages) {
      const request = { size: 20, backward: false, after: undefined, before: undefined, ...page };
      expect(await reads.read(source, [key], columns, request)).toHaveLength(21);
    }
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_BUFFERS);
  });

  it('reads rounds by their number, the last one as cheaply as the first', async () => {
    const sql = measureGenericPlans(model.sql);
    const reads = createChainReads(sql);
    const columns = ['round.index', 'round.netEntries', 'round.earlierTotal'] as const;
    for (const first of [0, 500, 981])
      expect(await reads.read('rounds', [[id(1), first, first + 19, true]], columns)).toHaveLength(20);
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_BUFFERS);
  });

  it.each([
    ['frequent', 'win', undefined, MANY],
    ['frequent, of a provider', 'win', '0x1', MANY],
    ['frequent, of a provider with few and old giveaways', 'win', '0x3', 7],
    ['frequent with a rare one', 'prize soon', undefined, MANY - 993],
    ['rare, of a provider', 'soon', '0x1', MANY - 993],
  ])(
    'finds giveaways by words from a bounded number of buffers: %s',
    async (_what, words, provider, newest) => {
      const sql = measureGenericPlans(model.sql);
      const tsquery = words
        .split(' ')
        .map((word) => `'${word}':*`)
        .join(' & ');
      const key = [tsquery, provider ?? null, null, null, null];
      const page = { size: 5, backward: false, after: undefined, before: undefined };
      const reads = createChainReads(sql);
      const rows = await reads.read(
        'giveawaysFound',
        [key],
        ['giveaway.externalId', 'giveaway.createdAt', 'giveaway.id'],
        page,
      );
      expect(rows[0]?.[1]).toBe(String(newest));
      expect(rows).toHaveLength(6);
      const last = rows[4];
      const after = { key: String(last?.[2]), id: String(last?.[3]) };
      const next = await reads.read('giveawaysFound', [key], ['giveaway.externalId'], { ...page, after });
      expect(next[0]?.[1]).toBe(rows[5]?.[1]);
      expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_SEARCH_BUFFERS);
    },
  );

  it('reads the charts of a round from few buffers', async () => {
    const sql = measureGenericPlans(model.sql);
    const { holderClasses, isSampled } = await createRoundChartReads(sql).read(id(1), 7);
    expect(isSampled).toBe(true);
    expect(holderClasses).toEqual([
      { from: 1, to: 1, holders: expect.closeTo(MANY, -2), entries: expect.closeTo(MANY, -2) },
    ]);
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_CHART_BUFFERS);
  });

  it('reads the charts of a round from few buffers although a later round removes most of its entries', async () => {
    const sql = measureGenericPlans(model.sql);
    const { entriesOverTime, holderClasses } = await createRoundChartReads(sql).read(id(3), 7);
    expect(entriesOverTime).toEqual([{ at: expect.any(String), entries: 2 * MANY }]);
    expect(holderClasses).toEqual([
      { from: 2, to: 3, holders: expect.closeTo(MANY, -2), entries: expect.closeTo(2 * MANY, -2) },
    ]);
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_CHART_BUFFERS);
  });

  it('reads the track record of a provider with many giveaways, or with many rounds, from a bounded number of buffers', async () => {
    const sql = measureGenericPlans(model.sql);
    const reads = createTrackRecordReads(sql);
    expect(await reads.find('0x1')).toMatchObject({
      giveaways: 1_000,
      roundsDecided: 1_000,
      isComplete: false,
    });
    expect(await reads.find('0x3')).toMatchObject({ giveaways: 7, roundsDecided: 7, isComplete: true });
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_RECORD_BUFFERS);
  });

  it('reads the giveaways of a passport by their number, not by its entries', async () => {
    const sql = measureGenericPlans(model.sql);
    const request = { size: 20, backward: false, after: undefined, before: undefined };
    const rows = await createChainReads(sql).read(
      'giveawaysOfPassport',
      [[1]],
      ['giveaway.externalId'],
      request,
    );
    expect(rows.map(([, externalId]) => externalId)).toEqual(['2', '1']);
    expect(Math.max(...sql.buffers.values())).toBeLessThan(MAX_BUFFERS);
  });
});
