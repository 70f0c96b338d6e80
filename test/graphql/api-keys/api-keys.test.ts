import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { auditLog, createKey, keysOf, revokeKey, rotateKey } from '../../support/gateway/operator.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const KEY = /^ggw_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;

const gateway = sharedByTests(startGateway);

const status = async (secret: string) => (await gateway.publish(secret, draft())).status;

const tryToCreate = (account: string) =>
  gateway.graphql(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
    { input: { account, scopes: ['giveaways:publish'] } },
    gateway.operatorToken,
  );

describe('a new key', () => {
  it('is shown once, whole; afterwards only how it begins and ends', async () => {
    const account = newEmail();

    const { secret, apiKey } = await createKey(gateway, account, 'Shop server');

    expect(secret).toMatch(KEY);
    expect(apiKey).toMatchObject({
      name: 'Shop server',
      start: secret.slice(0, apiKey.start.length),
      end: secret.slice(-4),
      scopes: ['giveaways:publish'],
      lastUsedAt: null,
      rotatedAt: null,
      revokedAt: null,
    });
    const listed = JSON.stringify(await keysOf(gateway, account));
    expect(listed).not.toContain(secret);
    expect(listed).not.toContain(secret.slice(9, 52));
  });

  it('is kept as a hash only, in no table as it is', async () => {
    const { secret } = await createKey(gateway, newEmail());
    const dump = await gateway.onDatabase(async (em) => {
      const tables = await em.execute<{ name: string }[]>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      );
      return Promise.all(tables.map(({ name }) => em.execute(`select * from "${name}"`)));
    });
    const text = JSON.stringify(dump);
    expect(text).toContain(secret.slice(-4));
    expect(text).not.toContain(secret.slice(14, -4));
  });

  it('differs from every other', async () => {
    const account = newEmail();
    const secrets = await Promise.all(Array.from({ length: 5 }, () => gateway.createKey(account)));
    expect(new Set(secrets).size).toBe(5);
    expect(await keysOf(gateway, account)).toHaveLength(5);
  });

  it('is refused beside a hundred live ones, and taken when one of them has ended', async () => {
    const account = newEmail();
    const { apiKey } = await createKey(gateway, account);
    await gateway.onDatabase((em) =>
      em.execute(
        `insert into api_key (id, account_id, publisher_id, name, hash, start, "end", scopes, created_at)
          select id || n, account_id, publisher_id, name, hash || n, start, "end", scopes, created_at
          from api_key, generate_series(1, 98) as n where id = ?`,
        [apiKey.id],
      ),
    );

    const atOnce = await Promise.all([1, 2, 3].map(() => tryToCreate(account)));

    const refused = atOnce.filter(({ body }) => body.errors);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.body.errors[0]).toMatchObject({
      message: expect.stringContaining('100 live keys'),
      extensions: { code: 'INVALID_PAYLOAD' },
    });
    await revokeKey(gateway, account, apiKey.id);
    expect((await tryToCreate(account)).body.errors).toBeUndefined();
    expect((await tryToCreate(account)).body.errors).toHaveLength(1);
    expect(await keysOf(gateway, account)).toHaveLength(100);
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['giveaways:publish', 'operator'] }],
    ['a name of 81 characters', { scopes: ['giveaways:publish'], name: 'n'.repeat(81) }],
    ['no account from the operator', { scopes: ['giveaways:publish'], account: null }],
    ['an address that is none', { scopes: ['giveaways:publish'], account: 'someone' }],
  ])('is refused with %s', async (_what, input) => {
    const { body } = await gateway.graphql(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
      { input: { account: newEmail(), ...input } },
      gateway.operatorToken,
    );
    expect(body.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'INVALID_PAYLOAD' }) }),
    ]);
    expect(body.data).toBeNull();
  });
});

describe('a rotation', () => {
  it('stops the previous secret at once, keeps the key and works with the new one', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);
    expect(await status(secret)).toBe(200);

    const rotated = await rotateKey(gateway, account, apiKey.id);

    expect(await status(secret)).toBe(401);
    expect(await status(rotated.secret)).toBe(200);
    expect(rotated.apiKey).toMatchObject({ id: apiKey.id, rotatedAt: expect.any(String) });
    expect(await keysOf(gateway, account)).toHaveLength(1);
  });

  it('a rotation of two at once leaves one live secret', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);

    const rotations = await Promise.all([1, 2, 3, 4].map(() => rotateKey(gateway, account, apiKey.id)));

    const secrets = [secret, ...rotations.flatMap((rotation) => rotation?.secret ?? [])];
    const statuses = await Promise.all(secrets.map(status));
    expect(statuses.filter((one) => one === 200)).toHaveLength(1);
    expect(statuses[0]).toBe(401);
  });
});

describe('the same request, sent several times at once', () => {
  const CREATE =
    'mutation ($input: CreateApiKeyInput!) { issued: createApiKey(input: $input) { secret apiKey { id } } }';
  const ROTATE =
    'mutation ($input: RotateApiKeyInput!) { issued: rotateApiKey(input: $input) { secret apiKey { id } } }';
  const WITH_ONE = { name: 'one instance', open: async () => ({ to: [gateway], close: async () => {} }) };
  const withTwo = async () => {
    const database = (await createTestDatabase()) as TestDatabase;
    const variables = {
      DATABASE_URL: database.url,
      AUTH_SECRET: 'a secret of 32 characters that both instances have',
    };
    const to = [await startGateway(variables), await startGateway(variables)];
    const close = async () => {
      for (const instance of to) await instance.stop();
      await database.drop();
    };
    return { to, close };
  };
  const cases = process.env['DATABASE_URL']
    ? [WITH_ONE, { name: 'two instances', open: withTwo }]
    : [WITH_ONE];

  it.each(cases)('gets one key and one valid secret, from $name', async ({ open }) => {
    const { to, close } = await open();
    const account = newEmail();
    const sendAll = async (document: string, input: object) => {
      const sent = Array.from({ length: 8 }, (_, index) => {
        const instance = to[index % to.length] as Gateway;
        return instance.graphql(document, { input: { account, ...input } }, instance.operatorToken);
      });
      const issued = (await Promise.all(sent)).map(({ body }) => body.data.issued);
      expect(new Set(issued.map(({ apiKey }) => apiKey.id)).size).toBe(1);
      expect(new Set(issued.map(({ secret }) => secret)).size).toBe(1);
      return { id: issued[0].apiKey.id as string, secret: issued[0].secret as string };
    };
    const statuses = async (secret: string) =>
      Promise.all(to.map(async (instance) => (await instance.publish(secret, draft())).status));

    const created = await sendAll(CREATE, { scopes: ['giveaways:publish'], creationId: 'a creation' });
    const rotated = await sendAll(ROTATE, { id: created.id, rotationId: 'a rotation' });

    expect(await keysOf(to[0] as Gateway, account)).toHaveLength(1);
    expect(await statuses(created.secret)).toEqual(to.map(() => 401));
    expect(await statuses(rotated.secret)).toEqual(to.map(() => 200));
    await close();
  });
});

describe('a revocation', () => {
  it('stops the secret at once, and says so', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);
    expect(await status(secret)).toBe(200);

    await revokeKey(gateway, account, apiKey.id);

    expect(await gateway.publish(secret, draft())).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('revoked') } },
    });
    expect(await keysOf(gateway, account)).toMatchObject([{ id: apiKey.id, revokedAt: expect.any(String) }]);
  });

  it('is final: the key can be neither rotated nor revoked again', async () => {
    const account = newEmail();
    const { apiKey } = await createKey(gateway, account);
    await revokeKey(gateway, account, apiKey.id);
    expect(await rotateKey(gateway, account, apiKey.id)).toBeUndefined();
    expect((await revokeKey(gateway, account, apiKey.id)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('a revocation of a key of another account is refused, and changes nothing', async () => {
    const { secret, apiKey } = await createKey(gateway, newEmail());
    const { body } = await revokeKey(gateway, newEmail(), apiKey.id);
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(await status(secret)).toBe(200);
  });

  it('against a rotation at the same moment never leaves a live secret behind a revoked key', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);
    const [rotated] = await Promise.all([
      rotateKey(gateway, account, apiKey.id),
      revokeKey(gateway, account, apiKey.id),
    ]);
    expect(await status(secret)).toBe(401);
    if (rotated) expect(await status(rotated.secret)).toBe(401);
  });
});

describe('the last use', () => {
  it('is noted when the gateway stops, at the latest', async () => {
    const account = newEmail();
    const { secret } = await createKey(gateway, account);
    const before = Date.now();
    await status(secret);

    await gateway.restart();

    const [key] = await keysOf(gateway, account);
    expect(Date.parse(key.lastUsedAt)).toBeGreaterThanOrEqual(before);
  });
});

describe('the audit log', () => {
  it('names who did what to which key, newest first, and never a secret', async () => {
    const account = newEmail();
    const { secret, apiKey } = await createKey(gateway, account);
    const rotated = await rotateKey(gateway, account, apiKey.id);
    await revokeKey(gateway, account, apiKey.id);

    const entries = await auditLog(gateway, 3);

    expect(entries.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
      ['revokeApiKey', apiKey.id, 'operator'],
      ['rotateApiKey', apiKey.id, 'operator'],
      ['createApiKey', apiKey.id, 'operator'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toContain(rotated.secret);
  });

  it('tells nothing of what was refused', async () => {
    const account = newEmail();
    await revokeKey(gateway, account, 'key_none');
    expect((await auditLog(gateway, 1))[0].subject).not.toBe('key_none');
  });
});
