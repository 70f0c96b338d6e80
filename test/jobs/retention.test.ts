import { beforeAll, describe, expect, it } from '@jest/globals';
import { Retention20261122000501 } from '../../migrations/20261122000501-retention.ts';
import { createOperationStore } from '../../src/adapters/postgres/operations/operation-store.ts';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { PURGES } from '../../src/adapters/postgres/purge/purge-statements.ts';
import type { NewOperation } from '../../src/core/operations/operation.ts';
import { hashOf, insert, WALLETS } from '../support/database/read-model.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const CHAIN = 31_337n;
const [SIGNER] = WALLETS;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const opened = sharedByTests(openTestDatabase);

const query = (text: string, values: readonly unknown[] = []) =>
  opened.database.sql.query({ name: '', text }, values);
const column = async (text: string) => (await query(text)).map(([value]) => value);

describe('an accepted operation', () => {
  const [text, evidence] = [hashOf(1), hashOf(2)];
  const accepted = (id: string): NewOperation => ({
    id,
    providerKey: hashOf(3),
    signer: SIGNER,
    call: {
      kind: 'set-round-metadata',
      giveaway: hashOf(4),
      round: 0,
      metadataHash: text,
      metadataUri: '',
    },
    request: { endpoint: 'set-round-metadata', facts: { giveawayId: 'summer', roundIndex: 0 } },
    publicText: { hash: text, texts: { title: 'A title' } },
    evidence: { hash: evidence, salt: hashOf(5), providerId: 'prv_1', evidence: 'order 1' },
    audit: {
      id: `aud_${id}`,
      at: new Date(),
      actor: 'key:key_1',
      action: 'setRoundMetadata',
      subject: id,
      facts: { provider: 'prv_1', roundIndex: 0 },
    },
  });
  const stored = async (id: string) => [
    await query('select requested_by from operation where id = $1', [id]),
    await query('select actor, action, facts::text from audit_entry where subject = $1', [id]),
    await column('select texts::text from public_text'),
    await query('select evidence, salt from entry_evidence'),
  ];
  beforeAll(() =>
    insert(opened.database.em(), 'provider', [
      { id: 'prv_1', name: 'P', chain_key: hashOf(3), created_at: ago(1) },
    ]),
  );

  it('is not stored at all when its audit entry cannot be written', async () => {
    await query('alter table audit_entry add constraint refused check (false) not valid');

    await expect(createOperationStore(opened.database.sql, CHAIN).add([accepted('opn_0')])).rejects.toThrow(
      /refused/,
    );

    expect(await stored('opn_0')).toEqual([[], [], [], []]);
    expect(await column('select signer from chain_lane')).toEqual([]);
    await query('alter table audit_entry drop constraint refused');
  });

  it('is stored with its requester, one audit entry and its texts; a repetition adds nothing', async () => {
    const store = createOperationStore(opened.database.sql, CHAIN);

    await store.add([accepted('opn_1'), accepted('opn_2')]);
    // Prepared again, with another salt than that in the call that was accepted.
    const again = { hash: hashOf(6), salt: hashOf(7), providerId: 'prv_1', evidence: 'order 1' };
    await store.add([{ ...accepted('opn_1'), evidence: again }]);

    const entry = ['key:key_1', 'setRoundMetadata', '{"provider": "prv_1", "roundIndex": 0}'];
    const rest = [[entry], ['{"title": "A title"}'], [['order 1', hashOf(5)]]];
    for (const id of ['opn_1', 'opn_2']) expect(await stored(id)).toEqual([[['key:key_1']], ...rest]);
    expect(await store.find(['opn_1'])).toMatchObject([{ id: 'opn_1', requestedBy: 'key:key_1' }]);
    await query('delete from operation');
  });
});

describe('the migration to retention periods', () => {
  it('deletes texts and references without an accepted operation, except those of the last day', async () => {
    const calls = [
      { options: { metadataHash: 'of a giveaway' } },
      { metadataHash: 'of a round' },
      { evidence: 'of a change' },
      { entries: { evidence: 'of a provision' } },
    ];
    for (const [index, call] of calls.entries())
      await query(
        `insert into operation (id, chain_id, signer, provider_key, kind, call) values ($1, $2, $3, '0x', 'any', $4)`,
        [`accepted ${index}`, String(CHAIN), SIGNER, JSON.stringify(call)],
      );
    await query('delete from public_text');
    await query('delete from entry_evidence');
    const texts = ['of a giveaway', 'of a round', 'of no operation'];
    const references = ['of a change', 'of a provision', 'of no operation'];
    for (const [days, suffix] of [
      [2, ''],
      [0, ' yet'],
    ] as const) {
      for (const hash of texts)
        await query('insert into public_text (hash, texts, created_at) values ($1, $2, $3)', [
          `${hash}${suffix}`,
          '{}',
          ago(days),
        ]);
      for (const hash of references)
        await query(
          'insert into entry_evidence (provider_id, hash, evidence, created_at) values ($1, $2, $3, $4)',
          ['prv_1', `${hash}${suffix}`, '', ago(days)],
        );
    }

    for (const direction of ['down', 'up'] as const) {
      const em = opened.database.em();
      const migration = new Retention20261122000501(em.getDriver(), em.config);
      migration[direction]();
      await opened.database.execute(`begin; ${migration.getQueries().map(String).join(';')}; commit;`);
    }

    const young = (hashes: readonly string[]) => hashes.map((hash) => `${hash} yet`);
    expect(await column('select hash from public_text order by hash')).toEqual(
      ['of a giveaway', 'of a round', ...young(texts)].toSorted(),
    );
    expect(await column('select hash from entry_evidence order by hash')).toEqual(
      ['of a change', 'of a provision', ...young(references)].toSorted(),
    );
    await query('delete from operation');
  });
});

describe('the purge of operations', () => {
  let nonce = 0;
  /** Adds a transaction in this state with one operation, and operations that were moved out of it. */
  async function add(name: string, state: string, days: number, operations = [name]): Promise<string> {
    nonce += 1;
    const block = ['MINED', 'CONFIRMED', 'FINALIZED'].includes(state) ? nonce : null;
    const [row] = await query(
      `insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state, block_number,
        updated_at) values ($1, $2, $3, '0x', '', 1, $4, $5, $6, $7) returning id`,
      [String(CHAIN), SIGNER, nonce, operations, state, block, ago(days)],
    );
    const id = String(row?.[0]);
    for (const attempt of [1, 2])
      await query('insert into chain_attempt (transaction_id, attempt, max_fee, tip) values ($1, $2, 1, 1)', [
        id,
        attempt,
      ]);
    if (state !== 'REPLACED') await addOperation(name, days, { transaction: id });
    return id;
  }
  async function addOperation(
    id: string,
    days: number,
    { transaction = null, error = null }: { transaction?: string | null; error?: string | null } = {},
  ): Promise<void> {
    await query(
      `insert into operation (id, chain_id, signer, provider_key, kind, call, transaction_id, error, created_at, updated_at)
        values ($1, $2, $3, $4, 'change-entries', '{}', $5, $6, $7, $7)`,
      [id, String(CHAIN), SIGNER, hashOf(3), transaction, error, ago(days)],
    );
  }
  const operations = () => column('select id from operation order by id');
  const transactions = () => column('select state from chain_transaction order by nonce');

  it('deletes operations and transactions that were settled long ago, and no open or recent ones', async () => {
    await addOperation('refused long ago', 91, { error: '{}' });
    await addOperation('refused lately', 89, { error: '{}' });
    await addOperation('waits since long', 400);
    await add('final long ago', 'FINALIZED', 91);
    await add('final lately', 'FINALIZED', 89);
    for (const state of ['SENT', 'MINED', 'CONFIRMED']) await add(`${state} since long`, state, 400);
    // Moved to another transaction, which has recently become final.
    await add('moved', 'REPLACED', 95, ['moved lately']);
    await add('moved lately', 'FINALIZED', 89);
    await add('replaced long ago', 'REPLACED', 91, []);

    expect(await purgeExpired(opened.database.sql, RETENTION)).toEqual({ isDone: true, failures: [] });

    expect(await operations()).toEqual([
      'CONFIRMED since long',
      'MINED since long',
      'SENT since long',
      'final lately',
      'moved lately',
      'refused lately',
      'waits since long',
    ]);
    expect(await transactions()).toEqual([
      'FINALIZED',
      'SENT',
      'MINED',
      'CONFIRMED',
      'REPLACED',
      'FINALIZED',
    ]);
    expect(await column('select count(*) from chain_attempt')).toEqual(['12']);
  });

  it('keeps the highest block of the chain, which reveals a lagging node', async () => {
    await query('delete from operation');
    await query('delete from chain_attempt');
    await query('delete from chain_transaction');
    await add('older', 'FINALIZED', 300);
    await add('newest', 'FINALIZED', 200);

    await purgeExpired(opened.database.sql, RETENTION);

    expect(await operations()).toEqual(['newest']);
    expect(await transactions()).toEqual(['FINALIZED']);
  });

  it('stops when its time is over, and continues the next time', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `final ${index}`);
    for (const id of ids) await add(id, 'FINALIZED', 100);
    await add('highest', 'FINALIZED', 1);

    expect((await purgeExpired(opened.database.sql, RETENTION, () => true)).isDone).toBe(false);
    expect((await operations()).length).toBeGreaterThan(100);
    expect(await purgeExpired(opened.database.sql, RETENTION)).toEqual({ isDone: true, failures: [] });

    expect(await operations()).toEqual(['highest']);
  });

  it.each(PURGES.map((purge) => [purge.name, purge] as const))(
    'the purge of %s reads few pages when nothing has expired',
    async (name, { text, batch, isOfOperations }) => {
      await seedLiving();
      const values = isOfOperations ? [batch, 90] : [batch];
      const read = await opened.database.sql.transaction(async (sql) => {
        await sql.query({ name: '', text: 'set local plan_cache_mode = force_generic_plan' }, []);
        const typed = isOfOperations ? '(int, int)' : '(int)';
        await sql.query({ name: '', text: `prepare purging${typed} as ${text}` }, []);
        const explain = `explain (analyze, buffers, format json) execute purging(${values.join(', ')})`;
        const [row] = await sql.query({ name: '', text: explain }, []);
        await sql.query({ name: '', text: 'deallocate purging' }, []);
        return JSON.parse(String(row?.[0]))[0].Plan;
      });
      expect([name, read['Shared Hit Blocks'] + read['Shared Read Blocks'] < 200]).toEqual([name, true]);
    },
  );

  let isSeeded = false;
  /** Inserts 20,000 rows of each kind that have not expired: hundreds of pages. */
  async function seedLiving(): Promise<void> {
    if (isSeeded) return;
    isSeeded = true;
    const rows = 'from generate_series(1, 20000) n';
    await query(`insert into operation (id, chain_id, signer, provider_key, kind, call, error, updated_at)
      select 'living ' || n, ${CHAIN}, '${SIGNER}', '0x', 'change-entries', '{}',
        case when n % 2 = 0 then '{}'::json end, now() ${rows}`);
    await query(`insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state,
        block_number)
      select ${CHAIN}, '${SIGNER}', 10000 + n, '0x', '', 1, array['living ' || n], 'FINALIZED', 10000 + n ${rows}`);
    await query(`insert into idempotency_key (provider_id, key, fingerprint, operation_id, claimed_until)
      select 'prv_1', 'living ' || n, 'f', 'living ' || n, now() ${rows}`);
    await query(
      `insert into user_account (id, email, created_at, updated_at) values ('acc_1', 'a@example.com', now(), now())`,
    );
    await query(`insert into session (id, token, account_id, expires_at, created_at, updated_at)
      select 'ses_' || n, 'token ' || n, 'acc_1', now() + interval '1 day', now(), now() ${rows}`);
    await query(`insert into sign_in_code (email_hash, network_hash, code_hash, created_at, expires_at)
      select 'e' || n, 'n', 'c', now(), now() ${rows}`);
    await query(`insert into provision_errand (operation_id, provider_id, ciphertext, nonce, tag, wrapped_key, key_id)
      select 'living ' || n, 'prv_1', '', '', '', '', 'k' ${rows}`);
    await query(`insert into webhook (id, provider_id, url, events, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
      values ('whk_1', 'prv_1', '', '{}', '', '\\x000000000000000000000000', '\\x00000000000000000000000000000000', '', 'k', now())`);
    await query(`insert into webhook_event (id, provider_id, type, subject, origin, payload)
      select 'evt_' || n, 'prv_1', 't', 'living ' || n, '1', '{}' ${rows}`);
    await query(
      `insert into webhook_delivery (id, webhook_id, event_id) select 'msg_' || n, 'whk_1', 'evt_' || n ${rows}`,
    );
    await query('vacuum analyze');
  }
});
