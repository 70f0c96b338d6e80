import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountCaller, Caller } from '../../../src/core/access/callers.ts';
import { createApiKey } from '../../../src/core/api-keys/create-api-key.ts';
import { addProviderMember } from '../../../src/core/providers/add-provider-member.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { provider } from '../../../src/core/providers/provider.ts';
import { providers } from '../../../src/core/providers/providers.ts';
import { removeProviderMember } from '../../../src/core/providers/remove-provider-member.ts';
import { accountCaller, OPERATOR } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const account = 'ann@example.com';
const MOST_MEMBERS = 100;

let ports: FakePorts;
let ann: AccountCaller;
beforeEach(async () => {
  ports = createPorts();
  ann = await signedIn('ann');
});

async function signedIn(name: string): Promise<AccountCaller> {
  const { id, email, publisherId } = await ports.accounts.findOrCreate(
    `${name}@example.com`,
    ports.clock.now(),
  );
  return { ...accountCaller(name), accountId: id, email, publisherId, namespace: `account:${id}` };
}
const create = (name = 'Lantern') => ports.run(OPERATOR, createProvider, { name });
const add = (id: string, member = account) =>
  ports.run(OPERATOR, addProviderMember, { provider: id, account: member });
const remove = (id: string, member = account) =>
  ports.run(OPERATOR, removeProviderMember, { provider: id, account: member });
const createKey = (caller: Caller, id: string, scopes: readonly string[], more = {}) =>
  ports.run(caller, createApiKey, { provider: id, scopes, ...more });
const actions = () => ports.audit.entries.map(({ action }) => action);

describe('a new provider', () => {
  it('has the hash of its id as its key on the chain, and is noted', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.stringMatching(/^prv_/),
      name: 'Lantern',
      chainKey: ports.digests.keccak256(created.id),
      createdAt: ports.clock.now(),
    });
    expect(ports.audit.entries).toMatchObject([
      { action: 'createProvider', subject: created.id, facts: { name: 'Lantern' } },
    ]);
  });

  it.each([['x'], ['🎁'.repeat(120)], [' Lantern ']])('may be called %j', async (name) => {
    expect((await create(name)).name).toBe(name.trim());
  });

  it.each([
    [''],
    ['  '],
    [undefined],
    [null],
    [1],
    ['x'.repeat(121)],
    ['a\u0000'],
    ['two\nlines'],
    ['two\u2028lines'],
    ['a\u0007bell'],
    ['a\u0085b'],
    ['\u200B'],
  ])('cannot be called %j', async (name) => {
    const { code, details } = await errorOf(ports.run(OPERATOR, createProvider, { name }));
    expect({ code, fields: new Set(details?.map(({ path }) => path[0])) }).toEqual({
      code: 'INVALID_PAYLOAD',
      fields: new Set(['name']),
    });
  });
});

describe('a membership', () => {
  it('shows the provider to its member, and to nobody else', async () => {
    const { id } = await create();
    await add(id);
    const bob = await signedIn('bob');
    expect(await ports.run(ann, provider, { id })).toMatchObject({ id });
    expect(await ports.run(OPERATOR, provider, { id })).toMatchObject({ id });
    expect(await ports.run(bob, provider, { id })).toBeUndefined();
    expect((await ports.run(ann, providers, {})).items.map((one) => one.id)).toEqual([id]);
    expect((await ports.run(bob, providers, {})).items).toEqual([]);
  });

  it('begun again is the same one, and is noted once', async () => {
    const { id } = await create();
    await Promise.all([add(id), add(id), add(id, 'Ann@Example.com')]);
    expect(await ports.providers.membersOf([id])).toMatchObject([
      { accountId: ann.accountId, email: account },
    ]);
    expect(actions()).toEqual(['createProvider', 'addProviderMember']);
  });

  it('creates the account of an address that never signed in', async () => {
    const { id } = await create();
    await add(id, 'new@example.com');
    expect(await ports.providers.membersOf([id])).toMatchObject([{ email: 'new@example.com' }]);
  });

  it('a membership of a provider that is not there is refused', async () => {
    expect(await errorOf(add('prv_none'))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await errorOf(remove('prv_none'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it(`may be held by ${MOST_MEMBERS} accounts and no more, until one has left`, async () => {
    const { id } = await create();
    for (let place = 0; place < MOST_MEMBERS; place += 1) await add(id, `member-${place}@example.com`);
    expect(await errorOf(add(id))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['provider'] }],
    });
    expect(await add(id, 'member-0@example.com')).toMatchObject({ id });
    await remove(id, 'member-0@example.com');
    expect(await add(id)).toMatchObject({ id });
  });

  it('ends once', async () => {
    const { id } = await create();
    await add(id);
    await remove(id);
    expect(await ports.run(ann, provider, { id })).toBeUndefined();
    expect(await errorOf(remove(id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(actions()).toEqual(['createProvider', 'addProviderMember', 'removeProviderMember']);
  });
});

describe('a key of a provider', () => {
  it('is made by a member for itself', async () => {
    const { id } = await create();
    await add(id);
    const { apiKey } = await createKey(ann, id, ['provider:entries', 'giveaways:publish']);
    expect(apiKey).toMatchObject({
      providerId: id,
      signer: null,
      scopes: ['provider:entries', 'giveaways:publish'],
    });
    expect(ports.audit.entries.at(-1)).toMatchObject({ action: 'createApiKey', facts: { provider: id } });
  });

  it('is refused to an account without a membership, as for a provider that is not there', async () => {
    const { id } = await create();
    const [foreign, absent] = [
      await errorOf(createKey(ann, id, ['provider:entries'])),
      await errorOf(createKey(ann, 'prv_none', ['provider:entries'])),
    ];
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', reason: undefined, message: absent.message });
    expect(
      (
        await ports.apiKeys.pageOf(ann.accountId, {
          size: 1,
          backward: false,
          after: undefined,
          before: undefined,
        })
      ).items,
    ).toEqual([]);
  });

  it('is refused to the operator for an account without a membership, which is told apart', async () => {
    const { id } = await create();
    expect(await errorOf(createKey(OPERATOR, id, ['provider:entries'], { account }))).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'NOT_A_MEMBER',
    });
    expect(await errorOf(createKey(OPERATOR, 'prv_none', ['provider:entries'], { account }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('ends with the membership when it is for nothing else, and is narrowed otherwise', async () => {
    const [{ id }, { id: otherId }] = [await create(), await create('Other')];
    for (const one of [id, otherId]) await add(one);
    const pure = (await createKey(ann, id, ['provider:entries', 'provider:giveaways'])).apiKey;
    const mixed = (await createKey(ann, id, ['provider:entries', 'giveaways:publish'])).apiKey;
    const ofOther = (await createKey(ann, otherId, ['provider:entries'])).apiKey;
    await remove(id);
    expect(ports.apiKeys.kept(pure.id)?.revokedAt).toEqual(ports.clock.now());
    expect(ports.apiKeys.kept(mixed.id)).toMatchObject({
      revokedAt: null,
      providerId: null,
      scopes: ['giveaways:publish'],
    });
    expect(ports.apiKeys.kept(ofOther.id)).toMatchObject({ revokedAt: null, providerId: otherId });
    expect(ports.audit.entries.at(-1)?.facts).toEqual({
      account: ann.accountId,
      revokedKeys: [pure.id],
      narrowedKeys: [mixed.id],
    });
    await add(id);
    expect(ports.apiKeys.kept(mixed.id)).toMatchObject({ providerId: null, scopes: ['giveaways:publish'] });
  });
});

it('lists all providers to the operator, newest first', async () => {
  const made = [];
  for (const name of ['a', 'b', 'c']) {
    made.unshift((await create(name)).id);
    ports.clock.advance(1);
  }
  const first = await ports.run(OPERATOR, providers, { first: 2 });
  expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const last = await ports.run(OPERATOR, providers, { last: 2 });
  expect(last).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  expect(last.items.map(({ id }) => id)).toEqual(made.slice(1));
});
