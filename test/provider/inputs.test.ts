import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { A_WALLET, ANOTHER_WALLET, REQUESTS } from '../support/providers/provider-requests.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { providerApiOf, wrongFieldsOf } from '../support/providers/provider-api.ts';

jest.setTimeout(120_000);

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
let node: EmbeddedNode;
/** Nothing of what it asks for is right. */
let wrong: Awaited<ReturnType<typeof createProviderWithSigner>>;
/** What it asks for is refused as soon as the input has been read. */
let unsigned: string;

beforeAll(async () => {
  node = await embeddedNode(gateway);
  wrong = await createProviderWithSigner(gateway);
  unsigned = (await createProviderKey(gateway)).secret;
});

const { sendRequest, post } = providerApiOf(gateway);

it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))(
  'takes unknown members in %s',
  async (endpoint) => {
    const body = { ...REQUESTS[endpoint], signer: A_WALLET, provider: 'prv_1' };
    expect((await post(endpoint, body, unsigned)).body.error.code).toBe('SIGNER_NOT_CONFIGURED');
  },
);

describe('The passport of a reading endpoint', () => {
  it('is refused with the name of the wrong field', async () => {
    const status = (query: string) => sendRequest('GET', `passport-status?${query}`, { key: wrong.secret });
    const responses = await Promise.all([
      post('passport-contact', { passportId: 0 }, wrong.secret),
      ...['', '0', '-1', '1.5', '01', ' 1', '1e3', 'x', '1\u0000', '9007199254740992'].map((value) =>
        status(`passportId=${encodeURIComponent(value)}`),
      ),
      status(''),
      status('passportId=1&passportId=1'),
    ]);
    for (const response of responses) expect(wrongFieldsOf(response)).toEqual(['passportId']);
    expect(wrongFieldsOf(await status('passportid=1'))).toEqual(['"passportid"']);
  });

  it('is not found when it does not exist', async () => {
    for (const response of [
      await post('passport-contact', { passportId: 999_999 }, wrong.secret),
      await sendRequest('GET', 'passport-status?passportId=999999', { key: wrong.secret }),
    ])
      expect(response).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND', reason: 'PASSPORT' } },
      });
  });
});

/** Tables that follow the chain and the operations by themselves. */
const FOLLOWING =
  '^(chain_(block|cursor|event|step)|giveaway|giveaway_round|entry|entry_change|prize_delivery|passport|passport_transfer|operation_change)$';

/** How many rows each of the other tables has, and how many jobs there are for providers' operations. */
async function countRows(): Promise<Json> {
  return gateway.onDatabase(async (em) => {
    const tables: Json[] = await em.execute(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema and table_name !~ ?`,
      [FOLLOWING],
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::integer as rows from "${name}"`,
    );
    const rows: Json[] = await em.execute(
      `${counts.join(' union all ')} union all select 'jobs', count(*)::integer from pgboss.job
       where name in ('finish-provision', 'verify-prize-delivery')`,
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  });
}

describe('An unknown giveaway', () => {
  const entrant = { email: 'someone@example.com', notify: true, claimUrl: 'https://example.com/claim' };
  const texts = { title: 'None', description: 'Nowhere', evidence: 'order', winnerImage: 'ipfs://winner' };
  const MODES: Readonly<Record<string, object>> = {
    'a wallet of its own': {},
    'a new managed wallet': { ownershipMode: 'managed_wallet' },
    'a managed wallet': { ownershipMode: 'managed_wallet', managedWallet: ANOTHER_WALLET },
    'a passport that moves': { ownershipMode: 'transfer_existing_passport', sourceWallet: ANOTHER_WALLET },
  };
  const CASES: readonly (readonly [endpoint: string, how: string, body: object])[] = [
    ...PROVIDER_OPERATIONS.map(({ endpoint }) => [endpoint, 'as it is', {}] as const),
    ...['declare-winner', 'draw-winner', 'confirm-receipt-by-provider'].map(
      (endpoint) => [endpoint, 'a round', { roundIndex: 0 }] as const,
    ),
    ...Object.entries(MODES).map(
      ([how, mode]) => ['provision-entrant', how, { ...entrant, ...mode }] as const,
    ),
  ].filter(([endpoint]) => endpoint !== 'create-giveaway');

  it.each(CASES)('is refused by %s, %s, and nothing is stored', async (endpoint, _how, more) => {
    const before = await countRows();
    for (const headers of [{}, { prefer: 'wait=0' }]) {
      const response = await post(
        endpoint,
        { ...REQUESTS[endpoint], ...texts, ...more },
        wrong.secret,
        headers,
      );
      expect(response).toMatchObject({
        status: 404,
        body: {
          error: {
            code: 'NOT_FOUND',
            reason: 'GIVEAWAY',
            retryable: false,
            message: 'There is no giveaway with this giveawayId.',
            details: { giveaway: expect.stringMatching(/^0x[\da-f]{64}$/) },
          },
        },
      });
      expect(response.body.error.details).not.toHaveProperty('operationId');
    }
    expect(await countRows()).toEqual(before);
  });
});

it('leaves nothing of what was wrong: no operation, lane, text, wallet or kept response, and no transaction', async () => {
  const { provider, signer } = wrong;
  expect(await node.nonceOf(signer)).toBe(0);
  const rows = await gateway.onDatabase(async (em) => {
    const count = async (table: string, column: string, value: string): Promise<number> => {
      const [row] = await em.execute(`select count(*)::integer as rows from ${table} where ${column} = ?`, [
        value,
      ]);
      return (row as Json).rows;
    };
    return {
      operations: await count('operation', 'signer', signer),
      lanes: await count('chain_lane', 'signer', signer),
      responses: await count('idempotency_key', 'provider_id', provider.id),
      evidence: await count('entry_evidence', 'provider_id', provider.id),
      wallets: await count('managed_wallet', 'provider_id', provider.id),
      errands: await count('provision_errand', 'provider_id', provider.id),
    };
  });
  expect(rows).toEqual({
    operations: 0,
    lanes: 0,
    responses: 0,
    evidence: 0,
    wallets: 0,
    errands: 0,
  });
});
