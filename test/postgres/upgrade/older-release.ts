import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as EmbeddedORM } from '@mikro-orm/pglite';
import { MikroORM as ServerORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { createCredentials } from '../../../src/adapters/auth/secrets.ts';
import { MIGRATIONS } from '../../../src/adapters/postgres/migrate/migrations.ts';
import type { IssuedSecret } from '../../../src/core/access/credentials.ts';
import {
  entryRow,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  WALLETS,
  setChainTime,
} from '../../support/database/read-model.ts';

/** The last migration of the release that wrote these rows. */
const LAST_MIGRATION = 'RoundTextOrder20261121001300';
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

export const EMAIL = 'ann@example.com';
export const SESSION_TOKEN = 'tokenofasessionoftheolderrelease';
const credentials = createCredentials(['a secret of the installation']);
export const KEY = credentials.issueApiKey();
export const REVOKED_KEY = credentials.issueApiKey();
export const CLIENT = { id: 'svc_1', ...credentials.issueClientSecret() };

/** The round whose prize was delivered before deliveries had a table. */
export const ROUND = `${giveawayIdOf(1).replace('gwy_', 'rnd_')}_0`;
export const DELIVERY = { proofTxHash: hashOf(5_004), recipient: WALLETS[2], transactionHash: hashOf(5_005) };

/** Creates the tables of the older release in an empty database, and fills them as it did. */
export async function createOlderDatabase(place: { readonly url?: string; readonly directory: string }) {
  const options = {
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    forceUtcTimezone: true,
    logger: () => undefined,
    migrations: { migrationsList: MIGRATIONS, tableName: 'migration', snapshot: false },
  };
  const orm =
    place.url === undefined
      ? await EmbeddedORM.init({ ...options, dbName: place.directory })
      : await ServerORM.init({ ...options, clientUrl: place.url });
  await orm.migrator.up({ to: LAST_MIGRATION });
  const em = orm.em.fork();
  await insertAccess(em);
  await insertListings(em);
  await insertReadModel(em);
  await insertOperations(em);
  await orm.close(true);
}

async function insertAccess(em: SqlEntityManager): Promise<void> {
  const created_at = inDays(-20);
  const times = { created_at, updated_at: created_at };
  await insert(em, 'user_account', [{ id: 'acc_1', email: EMAIL, email_verified: true, ...times }]);
  await insert(em, 'publisher', [{ id: 'pub_1', namespace: 'account:acc_1', created_at }]);
  await insert(em, 'session', [
    { id: 'ses_1', token: SESSION_TOKEN, account_id: 'acc_1', expires_at: inDays(10), ...times },
  ]);
  await insert(em, 'verification', [
    { id: 'ver_1', identifier: `sign-in-otp-${EMAIL}`, value: '123456:0', expires_at: inDays(1), ...times },
  ]);
  await insert(em, 'provider', [{ id: 'prv_1', name: 'Example Shop', chain_key: hashOf(7), created_at }]);
  await insert(em, 'provider_member', [{ provider_id: 'prv_1', account_id: 'acc_1', added_at: created_at }]);
  const key = (id: string, { hash, start, end }: IssuedSecret, scopes: string) => ({
    id,
    account_id: 'acc_1',
    publisher_id: 'pub_1',
    name: id,
    hash,
    start,
    end,
    scopes,
    created_at,
    revoked_at: id === 'key_2' ? inDays(-10) : null,
    provider_id: id === 'key_3' ? 'prv_1' : null,
  });
  await insert(em, 'api_key', [
    key('key_1', KEY, '{giveaways:publish}'),
    key('key_2', REVOKED_KEY, '{giveaways:publish}'),
    key('key_3', credentials.issueApiKey(), '{provider:entries}'),
  ]);
  await insert(em, 'service_client', [
    { id: CLIENT.id, name: 'Shop', secret_hash: CLIENT.hash, scopes: '{giveaways:publish}', created_at },
  ]);
  const entry = { actor: 'account:acc_1', action: 'createApiKey', facts: '{}' };
  await insert(em, 'audit_entry', [
    { id: 'aud_1', at: inDays(-400), subject: 'key_2', ...entry },
    { id: 'aud_2', at: created_at, subject: 'key_1', ...entry },
  ]);
}

async function insertListings(em: SqlEntityManager): Promise<void> {
  const listing = (id: string, title: string, fields: object = {}) => ({
    id: `lst_${id}`,
    namespace: 'account:acc_1',
    publisher_id: 'pub_1',
    source_external_id: id,
    title,
    description: '',
    landing_url: 'https://shop.example.com/',
    provider: 'Example Shop',
    image: '',
    platform: 'Steam',
    worth: 'N/A',
    instructions: '',
    end_date: null,
    verified: false,
    status: 'published',
    created_at: inDays(-20),
    updated_at: inDays(-20),
    search: '',
    ...fields,
  });
  await insert(em, 'listing', [
    listing('live', 'Win two bicycles'),
    listing('ended', 'Win a bicycle', { end_date: inDays(-1) }),
    listing('withdrawn', 'Win a bicycle', { status: 'withdrawn' }),
    listing('legacy', 'Win a bicycle', { namespace: 'legacy', publisher_id: null }),
  ]);
}

async function insertReadModel(em: SqlEntityManager): Promise<void> {
  const giveaway_id = giveawayIdOf(1);
  const at = '2026-01-05T00:00:00Z';
  await setChainTime(em, '2026-02-10T12:00:00Z');
  await insert(em, 'giveaway', [
    giveawayRow(1, { end_time: '2026-02-01T00:00:00Z', metadata_hash: hashOf(5_000) }),
  ]);
  await insert(em, 'public_text', [
    { hash: hashOf(5_000), texts: '{"title":"Summer"}', created_at: inDays(-20) },
    { hash: hashOf(5_001), texts: '{"title":"Never accepted"}', created_at: inDays(-20) },
  ]);
  await insert(em, 'giveaway_round', [
    {
      giveaway_id,
      index: 0,
      own_total: 4,
      holders: 1,
      winner_passport_id: 1,
      winner_wallet: WALLETS[1],
      decided_at: at,
      decided_block: 70,
      decided_block_hash: hashOf(70),
      decided_transaction_hash: hashOf(71),
      delivery_asset_contract: WALLETS[3],
      delivery_recipient: DELIVERY.recipient,
      delivery_chain_id: 1,
      delivery_proof_transaction_hash: DELIVERY.proofTxHash,
      delivery_proof_uri: '',
      delivered_at: at,
      delivery_transaction_hash: DELIVERY.transactionHash,
    },
  ]);
  await insert(em, 'chain_event', [
    {
      block_number: 80,
      log_index: 0,
      block_hash: hashOf(80),
      transaction_hash: DELIVERY.transactionHash,
      mined_at: at,
      name: 'PrizeDelivered',
      giveaway_key: `0x${giveaway_id.slice(4)}`,
      args: JSON.stringify({
        round: '0',
        signer: WALLETS[0],
        delivery: {
          assetContract: WALLETS[3],
          recipient: DELIVERY.recipient,
          proofChainId: '1',
          proofTxHash: DELIVERY.proofTxHash,
          proofUri: '',
        },
      }),
    },
  ]);
  await insert(em, 'prize_delivery_check', [
    {
      giveaway_id,
      round_index: 0,
      delivery_transaction_hash: DELIVERY.transactionHash,
      begun_at: at,
      verdict: 'VERIFIED',
      settled_at: at,
    },
  ]);
  await insert(em, 'passport', [
    { id: 1, owner: WALLETS[1], transfers_used: 0, minted_at: at, minted_block: 1 },
  ]);
  await insert(em, 'entry', [entryRow(1, 0, 0, 1, 4)]);
  const change = (block: number, amount: number, entries: number, removed = false) => ({
    block_number: block,
    log_index: 0,
    giveaway_id,
    round_index: 0,
    passport_id: 1,
    op_key: hashOf(block),
    removed,
    amount,
    entries,
    reason_code: 0,
    owner: WALLETS[1],
    signer: WALLETS[0],
    changed_at: at,
    transaction_hash: hashOf(block),
  });
  await insert(em, 'entry_change', [change(10, 5, 5), change(12, 1, 4, true)]);
}

async function insertOperations(em: SqlEntityManager): Promise<void> {
  await insert(
    em,
    'operation',
    [1, 2].map((number) => ({
      id: `opn_${number}`,
      chain_id: 31_337,
      signer: WALLETS[0],
      provider_key: hashOf(7),
      kind: 'issueEntries',
      call: '{"kind":"issueEntries"}',
      error: '{"code":"CONTRACT_REVERT","message":"The giveaway has ended."}',
      endpoint: 'issue-entries',
      facts: '{}',
    })),
  );
}
