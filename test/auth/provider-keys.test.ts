import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import type { IssuedApiKey } from '../../src/core/api-keys/api-key.ts';
import { createApiKey } from '../../src/core/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../src/core/api-keys/rotate-api-key.ts';
import { setApiKeySigner } from '../../src/core/api-keys/set-api-key-signer.ts';
import { API_KEY_SCOPES, isAllowed, PROVIDER_SCOPES, type KeyCaller } from '../../src/core/access/callers.ts';
import { addProviderMember } from '../../src/core/providers/add-provider-member.ts';
import { createProvider } from '../../src/core/providers/create-provider.ts';
import { detachSigner } from '../../src/core/providers/detach-signer.ts';
import { removeProviderMember } from '../../src/core/providers/remove-provider-member.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { createInstance, type Instance } from '../support/gateway/instance.ts';
import { newEmail } from '../support/listings.ts';

const OPERATOR = { kind: 'operator' } as const;
const ALL = [...API_KEY_SCOPES];

let directory: string;
let server: TestDatabase | undefined;
const databases: Database[] = [];
// On a PostgreSQL server each instance has its own connections; the embedded database allows one user only.
let first: Instance;
let second: Instance;
const statements: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-'));
  server = await createTestDatabase();
  if (!server) await placeEmbeddedDatabase(join(directory, 'db'));
  const open = async () => {
    const database = await openDatabase({
      url: server?.url,
      readUrl: undefined,
      directory: join(directory, 'db'),
      warn: () => undefined,
      note: () => undefined,
    });
    databases.push(database);
    return database;
  };
  const one = await open();
  const other = server ? await open() : one;
  first = createInstance(one);
  second = createInstance({
    ...other,
    sql: {
      ...other.sql,
      query(statement, values) {
        // The last use of keys is written every few seconds.
        if (statement.name !== 'note-key-use') statements.push(statement.name);
        return other.sql.query(statement, values);
      },
    },
  });
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await Promise.all(databases.map((database) => database.close()));
  await server?.drop();
  await rm(directory, { recursive: true, force: true });
});

const provide = async (account: string) => {
  const provider = await first.run(OPERATOR, createProvider, { name: 'A provider' });
  await first.run(OPERATOR, addProviderMember, { provider: provider.id, account });
  return provider;
};
const issue = async (scopes: readonly string[] = ALL) => {
  const account = newEmail();
  const provider = await provide(account);
  const issued = await first.run(OPERATOR, createApiKey, { account, scopes, provider: provider.id });
  return { ...issued, account, provider };
};
/** Stores a signer of the provider as its attachment does, and returns its address. */
const addSigner = async (providerId: string): Promise<string> => {
  const { address } = Wallet.createRandom();
  await databases[0]?.em().execute(
    `insert into wallet (id, address, purpose, label, ciphertext, nonce, tag, wrapped_key, key_id, created_at, provider_id)
      values (?, ?, 'SIGNER', '', ?, ?, ?, ?, 'k', now(), ?)`,
    [`wal_${address}`, address, ...[32, 12, 16, 1].map((size) => Buffer.alloc(size)), providerId],
  );
  return address;
};
const setDefault = (providerId: string, signer: string) =>
  databases[0]?.em().execute('update provider set default_signer = ? where id = ?', [signer, providerId]);
/** The caller and the allowed scopes of a request with this key on the other instance. */
const rightsOf = async (secret: string) => {
  const caller = (await second.identify(secret)) as KeyCaller;
  return { ...caller, may: ALL.filter((scope) => isAllowed(scope, caller)) };
};

describe('a key of a provider', () => {
  it('acts for the provider within its scopes', async () => {
    const { secret, provider } = await issue(['provider:entries', 'provider:contacts']);
    expect(await rightsOf(secret)).toMatchObject({
      providerId: provider.id,
      providerKey: provider.chainKey,
      signer: null,
      may: ['provider:entries', 'provider:contacts'],
    });
  });

  it('is read with its membership by one statement', async () => {
    const { secret } = await issue();
    statements.length = 0;
    expect((await rightsOf(secret)).may).toEqual(ALL);
    expect(statements).toEqual(['find-api-keys']);
  });

  it('loses its provider scopes on every instance at once when the membership ends, and keeps the others', async () => {
    const { secret, account, provider } = await issue();
    expect((await rightsOf(secret)).may).toEqual(ALL);

    await first.run(OPERATOR, removeProviderMember, { provider: provider.id, account });

    expect(await rightsOf(secret)).toMatchObject({
      scopes: ['giveaways:publish'],
      providerId: null,
      providerKey: null,
      signer: null,
      may: ['giveaways:publish'],
    });
  });

  it('does not regain its provider scopes when the account is a member again', async () => {
    const { secret, account, provider } = await issue();
    await first.run(OPERATOR, removeProviderMember, { provider: provider.id, account });
    await first.run(OPERATOR, addProviderMember, { provider: provider.id, account });
    expect(await rightsOf(secret)).toMatchObject({ providerId: null, may: ['giveaways:publish'] });
  });

  it('is revoked permanently with the membership when it has provider scopes only', async () => {
    const { secret, account, provider } = await issue(['provider:entries', 'provider:passports']);
    await first.run(OPERATOR, removeProviderMember, { provider: provider.id, account });
    await expect(second.identify(secret)).rejects.toMatchObject({ reason: 'KEY_REVOKED' });
    await first.run(OPERATOR, addProviderMember, { provider: provider.id, account });
    await expect(second.identify(secret)).rejects.toMatchObject({ reason: 'KEY_REVOKED' });
  });

  it('is not revoked with the membership of another account or provider', async () => {
    const account = newEmail();
    const [one, other] = [await provide(account), await provide(account)];
    const scopes = ['provider:entries'];
    const [keyOfOtherProvider] = await Promise.all(
      [other, one].map(({ id }) => first.run(OPERATOR, createApiKey, { account, scopes, provider: id })),
    );
    const colleague = newEmail();
    await first.run(OPERATOR, addProviderMember, { provider: one.id, account: colleague });
    const keyOfColleague = await first.run(OPERATOR, createApiKey, {
      account: colleague,
      scopes,
      provider: one.id,
    });

    await first.run(OPERATOR, removeProviderMember, { provider: one.id, account });

    for (const { secret } of [keyOfOtherProvider as IssuedApiKey, keyOfColleague])
      expect((await rightsOf(secret)).may).toEqual(['provider:entries']);
  });

  it('is limited to its own provider, and unaffected by another membership of its account', async () => {
    const { secret, account, provider } = await issue();
    const other = await provide(account);
    expect((await rightsOf(secret)).providerId).toBe(provider.id);
    await first.run(OPERATOR, removeProviderMember, { provider: other.id, account });
    expect((await rightsOf(secret)).may).toEqual(ALL);
  });

  it('loses its provider scopes even when another account stays a member', async () => {
    const { secret, account, provider } = await issue();
    await first.run(OPERATOR, addProviderMember, { provider: provider.id, account: newEmail() });
    await first.run(OPERATOR, removeProviderMember, { provider: provider.id, account });
    expect((await rightsOf(secret)).may).toEqual(['giveaways:publish']);
  });

  it('keeps provider, scopes and signer through a rotation', async () => {
    const { apiKey, account, provider } = await issue(['provider:entries']);
    const signer = await addSigner(provider.id);
    await first.run(OPERATOR, setApiKeySigner, { account, id: apiKey.id, signer });

    const rotated = await first.run(OPERATOR, rotateApiKey, { account, id: apiKey.id });

    expect(rotated.apiKey).toMatchObject({ providerId: provider.id, scopes: ['provider:entries'], signer });
    expect(await rightsOf(rotated.secret)).toMatchObject({
      providerId: provider.id,
      signer,
      may: ['provider:entries'],
    });
  });

  it('is refused after its revocation', async () => {
    const { secret, apiKey, account } = await issue();
    await first.run(OPERATOR, revokeApiKey, { account, id: apiKey.id });
    await expect(second.identify(secret)).rejects.toMatchObject({ reason: 'KEY_REVOKED' });
  });
});

describe('the signer of a key', () => {
  it('is the key’s own signer or the default of the provider, read by the same statement', async () => {
    const { secret, apiKey, account, provider } = await issue();
    const [keySigner, defaultSigner] = [await addSigner(provider.id), await addSigner(provider.id)];
    expect((await rightsOf(secret)).signer).toBeNull();

    await setDefault(provider.id, defaultSigner);
    expect((await rightsOf(secret)).signer).toBe(defaultSigner);

    await first.run(OPERATOR, setApiKeySigner, { account, id: apiKey.id, signer: keySigner });
    statements.length = 0;
    expect((await rightsOf(secret)).signer).toBe(keySigner);
    expect(statements).toEqual(['find-api-keys']);

    await first.run(OPERATOR, setApiKeySigner, { account, id: apiKey.id });
    expect((await rightsOf(secret)).signer).toBe(defaultSigner);
  });

  it('is not used on any instance after it is detached', async () => {
    const { secret, apiKey, account, provider } = await issue();
    const [keySigner, defaultSigner] = [await addSigner(provider.id), await addSigner(provider.id)];
    await setDefault(provider.id, defaultSigner);
    await first.run(OPERATOR, setApiKeySigner, { account, id: apiKey.id, signer: keySigner });
    const detach = (wallet: string) => first.run(OPERATOR, detachSigner, { provider: provider.id, wallet });

    await detach(keySigner);
    expect((await rightsOf(secret)).signer).toBe(defaultSigner);
    await detach(defaultSigner);
    expect((await rightsOf(secret)).signer).toBeNull();
  });

  it('is removed with the membership', async () => {
    const { secret, account, provider } = await issue();
    await setDefault(provider.id, await addSigner(provider.id));
    await first.run(OPERATOR, removeProviderMember, { provider: provider.id, account });
    expect((await rightsOf(secret)).signer).toBeNull();
  });

  it('must be a wallet of the provider, which the database enforces', async () => {
    const { apiKey, provider } = await issue();
    const foreign = await addSigner((await provide(newEmail())).id);
    const em = databases[0]?.em();
    await expect(
      em?.execute('update api_key set signer = ? where id = ?', [foreign, apiKey.id]),
    ).rejects.toThrow('api_key_signer');
    await expect(
      em?.execute('update provider set default_signer = ? where id = ?', [foreign, provider.id]),
    ).rejects.toThrow('provider_default_signer');
    await expect(
      em?.execute("update wallet set purpose = 'MANAGED' where address = ?", [foreign]),
    ).rejects.toThrow('wallet_signs_for_provider');
  });
});

describe('a key without a provider', () => {
  it('has no provider scope even when its account is a member of a provider', async () => {
    const account = newEmail();
    await provide(account);
    const { secret } = await first.run(OPERATOR, createApiKey, { account, scopes: ['giveaways:publish'] });
    expect(await rightsOf(secret)).toMatchObject({ providerId: null, may: ['giveaways:publish'] });
  });

  it('has no provider scope even when its row contains one', async () => {
    const { secret, apiKey } = await issue();
    await databases[0]?.em().execute('update api_key set provider_id = null where id = ?', [apiKey.id]);
    expect(await rightsOf(secret)).toMatchObject({
      providerId: null,
      scopes: ['giveaways:publish'],
      may: ['giveaways:publish'],
    });
  });
});

it('can have each provider scope', () => {
  expect(ALL).toEqual(['giveaways:publish', ...PROVIDER_SCOPES]);
});
