import { beforeAll, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomBytes } from 'node:crypto';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(() =>
  startGateway({
    CHAIN: 'on',
    CHAIN_BLOCK_TIME: '0',
    NODE_ENV: 'production',
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  }),
);
let key: string;
beforeAll(async () => {
  key = (await createProviderWithSigner(gateway)).secret;
}, 120_000);

it('refuses to notify an entrant on a gateway without e-mail, and stores nothing', async () => {
  const provision = (body: object) =>
    gateway.rest('POST', '/api/provider/integrations/provision-entrant', { key, body });
  const entrant = { entrantWallet: Wallet.createRandom().address, email: newEmail() };

  const refused = await provision({ ...entrant, notify: true });

  expect(refused).toMatchObject({
    status: 503,
    body: { ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('SMTP_URL') } },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const countOf = (rows: string) =>
    gateway.onDatabase(async (_em, sql) =>
      Number((await sql.query({ name: '', text: `select count(*) from ${rows}` }, []))[0]?.[0]),
    );
  expect([
    await countOf('provision_errand'),
    await countOf(`operation where endpoint = 'provision-entrant'`),
  ]).toEqual([0, 0]);
  const silent = await provision(entrant);
  expect(silent).toMatchObject({ status: 200, body: { result: { notification: null } } });
});
