import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft, newEmail } from '../support/listings.ts';
import { createProvider } from '../support/providers/providers.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { runAsOperator, runCli, runWith } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const createKey = async (account: string, ...more: string[]) =>
  (
    await runAsOperator(gateway, [
      'keys',
      'create',
      '--account',
      account,
      '--scopes',
      'giveaways:publish',
      '--json',
      ...more,
    ])
  ).json;

describe('giveaways keys', () => {
  it('create takes the time at which a key stops working, and list shows it', async () => {
    const account = newEmail();
    const expires = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z/, 'Z');

    const created = await createKey(account, '--expires', expires);
    const { stdout } = await runAsOperator(gateway, ['keys', 'list', '--account', account]);

    expect(Date.parse(created.expiresAt)).toBe(Date.parse(expires));
    expect(stdout).toMatch(/live until \d{4}-/);
    expect((await createKey(account, '--expires', '2001-01-01T00:00:00Z')).error.message).toMatch(/future/);
  });

  it('create makes a key in one command, with only the operator token of the machine', async () => {
    const account = newEmail();

    const created = await createKey(account, '--name', 'Shop');

    expect(created).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^ggw_live_\w{49}$/),
      name: 'Shop',
      scopes: ['giveaways:publish'],
      providerId: null,
      signer: null,
      account,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      expiresAt: null,
    });
    expect((await gateway.publish(created.key, draft())).status).toBe(200);
  });

  it('create prints the key, and that it is shown once', async () => {
    const { code, stdout, stderr } = await runAsOperator(gateway, [
      'keys',
      'create',
      '--account',
      newEmail(),
      '--scopes',
      'giveaways:publish',
    ]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Key +ggw_live_\w{49}$/m);
    expect(stdout).toContain('shown only now');
  });

  it('change gives a key another name and other scopes, and needs one of them', async () => {
    const account = newEmail();
    const { id } = await createKey(account, '--name', 'Shop');
    const change = (...more: string[]) =>
      runAsOperator(gateway, ['keys', 'change', id, '--account', account, '--json', ...more]);

    expect((await change('--name', 'Other shop')).json).toMatchObject({ id, name: 'Other shop' });
    expect((await change('--scopes', 'giveaways:publish')).json).toMatchObject({ name: 'Other shop' });
    expect((await change('--scopes', 'provider:entries')).json.error.code).toBe('INVALID_PAYLOAD');
    expect((await change()).code).toBe(2);
  });

  it('rotate shows a new secret, and the previous one is refused', async () => {
    const account = newEmail();
    const { id, key } = await createKey(account);

    const { json } = await runAsOperator(gateway, ['keys', 'rotate', id, '--account', account, '--json']);

    expect(json).toMatchObject({ id, account, key: expect.stringMatching(/^ggw_live_/) });
    expect((await gateway.publish(key, draft())).status).toBe(401);
    expect((await gateway.publish(json.key, draft())).status).toBe(200);
  });

  it('create and rotate show a valid secret after a lost response, and do nothing twice', async () => {
    const account = newEmail();
    const lossy = await startLossyProxy(gateway.url);
    const run = (...args: string[]) =>
      runCli([...args, '--account', account, '--json'], {
        GIVEAWAYS_URL: lossy.url,
        DATA_DIR: gateway.directory,
      });

    const { json: created } = await run('keys', 'create', '--scopes', 'giveaways:publish');
    lossy.loseNext();
    const { json: rotated } = await run('keys', 'rotate', created.id);
    const { json: list } = await runAsOperator(gateway, ['keys', 'list', '--account', account, '--json']);

    expect(list.keys.map(({ id }: { id: string }) => id)).toEqual([created.id]);
    expect(lossy.lost()).toBe(2);
    expect((await gateway.publish(created.key, draft())).status).toBe(401);
    expect((await gateway.publish(rotated.key, draft())).status).toBe(200);
    await lossy.stop();
  });

  it('revoke ends a key, and a second revoke finds none', async () => {
    const account = newEmail();
    const { id, key } = await createKey(account);

    const first = await runAsOperator(gateway, ['keys', 'revoke', id, '--account', account, '--json']);
    const second = await runAsOperator(gateway, ['keys', 'revoke', id, '--account', account, '--json']);

    expect(first.json).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await gateway.publish(key, draft())).status).toBe(401);
    expect({ code: second.code, error: second.json.error.code }).toEqual({ code: 1, error: 'NOT_FOUND' });
  });

  it('list shows the keys of an account without their secrets', async () => {
    const account = newEmail();
    const { id, key } = await createKey(account);

    const { json, stdout } = await runAsOperator(gateway, ['keys', 'list', '--account', account, '--json']);
    const text = await runAsOperator(gateway, ['keys', 'list', '--account', account]);

    expect(json.keys).toMatchObject([{ id, scopes: ['giveaways:publish'], revokedAt: null }]);
    expect(stdout).not.toContain(key);
    expect(text.stdout).toMatch(new RegExp(`^${id} .*live$`, 'm'));
  });

  it('let a signed-in account manage its own keys without naming itself', async () => {
    const account = newEmail();
    const session = await gateway.signIn(account);

    const created = await runWith(gateway, session, [
      'keys',
      'create',
      '--scopes',
      'giveaways:publish',
      '--json',
    ]);
    const list = await runWith(gateway, session, ['keys', 'list', '--json']);

    expect(created.json).toMatchObject({ account, key: expect.stringMatching(/^ggw_live_/) });
    expect(list.json.keys).toMatchObject([{ id: created.json.id }]);
  });

  it('refuse an unknown scope with every wrong field', async () => {
    const { code, stdout, json } = await runAsOperator(gateway, [
      'keys',
      'create',
      '--account',
      'nobody',
      '--scopes',
      'everything',
      '--json',
    ]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(json.error).toMatchObject({
      code: 'INVALID_PAYLOAD',
      fields: [{ path: ['scopes', 0] }, { path: ['account'] }],
    });
  });
});

describe('giveaways clients', () => {
  it('create makes a client that gets tokens from the embedded issuer', async () => {
    const { json } = await runAsOperator(gateway, ['clients', 'create', '--name', 'Partner', '--json']);

    const response = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${json.id}:${json.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'giveaways:publish' }),
    });

    expect(json).toMatchObject({ name: 'Partner', scopes: ['giveaways:publish'] });
    expect(response.status).toBe(200);
  });
});

describe('giveaways clients revoke', () => {
  const create = async () =>
    (await runAsOperator(gateway, ['clients', 'create', '--name', 'Partner', '--json'])).json;

  it('ends a client, and a second revoke finds none', async () => {
    const { id, secret } = await create();

    const first = await runAsOperator(gateway, ['clients', 'revoke', id, '--json']);
    const second = await runAsOperator(gateway, ['clients', 'revoke', id, '--json']);
    const response = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });

    expect(first.json).toMatchObject({ id, name: 'Partner', revokedAt: expect.any(String) });
    expect({ code: second.code, error: second.json.error.code }).toEqual({ code: 1, error: 'NOT_FOUND' });
    expect(response.status).toBe(401);
  });

  it('is visible in the list of live and revoked clients, which shows no secrets', async () => {
    const [older, newer] = [await create(), await create()];
    await runAsOperator(gateway, ['clients', 'revoke', older.id]);

    const { json } = await runAsOperator(gateway, ['clients', 'list', '--first', '2', '--json']);
    const { stdout } = await runAsOperator(gateway, ['clients', 'list']);

    expect(json.clients).toMatchObject([
      { id: newer.id, revokedAt: null },
      { id: older.id, revokedAt: expect.any(String) },
    ]);
    expect(JSON.stringify(json)).not.toContain(newer.secret);
    expect(stdout).toMatch(new RegExp(`^${newer.id} .*live$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${older.id} .*revoked`, 'm'));
  });
});

describe('giveaways audit', () => {
  it('shows each action with its actor, newest first', async () => {
    const { id } = await createKey(newEmail());

    const { json } = await runAsOperator(gateway, ['audit', '--first', '1', '--json']);

    expect(json.entries).toMatchObject([
      { actor: 'operator', action: 'createApiKey', subject: id, facts: { scopes: ['giveaways:publish'] } },
    ]);
    expect(json.pageInfo.hasNextPage).toBe(true);
  });

  it('is for the operator only', async () => {
    const { code, json } = await runWith(gateway, await gateway.createKey(), ['audit', '--json']);

    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'UNAUTHORIZED' });
  });
});

describe('giveaways clients and webhooks', () => {
  it.each([
    ['clients', ['--name', 'Shop']],
    ['webhooks', ['--receiver', 'https://hooks.example.com/']],
  ])(
    'create shows a valid secret after a lost response, and creates one of them: %s',
    async (name, options) => {
      const lossy = await startLossyProxy(gateway.url);
      const { id: provider } = await createProvider(gateway);
      const of = name === 'webhooks' ? ['--provider', provider] : [];
      const environment = { GIVEAWAYS_URL: lossy.url, DATA_DIR: gateway.directory };

      const ids = async () =>
        (await runAsOperator(gateway, [name, 'list', ...of, '--json'])).json[name].map(
          ({ id }: { id: string }) => id,
        );
      const before = await ids();

      const { json: created } = await runCli([name, 'create', ...options, ...of, '--json'], environment);

      expect(lossy.lost()).toBe(1);
      expect(created.secret).toMatch(/^(?:gcs|whsec)_/);
      expect(await ids()).toEqual([created.id, ...before]);
      await lossy.stop();
    },
  );
});
