import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { keysOf } from '../support/gateway/operator.ts';
import { runAsOperator, runWith } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const asOperator = (...args: string[]) => runAsOperator(gateway, [...args, '--json']);
const create = async (name = 'A provider') => (await asOperator('providers', 'create', '--name', name)).json;
const createKey = (provider: string, account: string, ...more: string[]) =>
  asOperator(
    'keys',
    'create',
    '--account',
    account,
    '--provider',
    provider,
    '--scopes',
    'provider:giveaways,provider:entries',
    ...more,
  );

describe('giveaways providers', () => {
  it('create, members add and keys create produce a provider key, with the operator token only', async () => {
    const account = newEmail();

    const provider = await create('Blue Harbour');
    const member = await asOperator('providers', 'members', 'add', provider.id, '--account', account);
    const key = await createKey(provider.id, account);

    expect(provider).toEqual({
      id: expect.stringMatching(/^prv_/),
      name: 'Blue Harbour',
      chainKey: expect.stringMatching(/^0x/),
      createdAt: expect.stringMatching(/Z$/),
      members: [],
    });
    expect(member.json).toMatchObject({ id: provider.id, members: [{ email: account }] });
    expect(key.json).toMatchObject({
      key: expect.stringMatching(/^ggw_live_/),
      scopes: ['provider:giveaways', 'provider:entries'],
      providerId: provider.id,
      signer: null,
      account,
    });
  });

  it('members remove ends a membership, and a second removal finds none', async () => {
    const account = newEmail();
    const provider = await create();
    await asOperator('providers', 'members', 'add', provider.id, '--account', account);

    const [first, second] = [
      await asOperator('providers', 'members', 'remove', provider.id, '--account', account),
      await asOperator('providers', 'members', 'remove', provider.id, '--account', account),
    ];

    expect(first.json).toMatchObject({ id: provider.id, members: [] });
    expect({ code: second.code, error: second.json.error.code }).toEqual({ code: 1, error: 'NOT_FOUND' });
  });

  it('list shows all providers to the operator, in pages, and to members their own', async () => {
    const account = newEmail();
    const [older, newer] = [await create(), await create('Newer')];
    await asOperator('providers', 'members', 'add', older.id, '--account', account);

    const first = await asOperator('providers', 'list', '--first', '1');
    const next = await asOperator(
      'providers',
      'list',
      '--first',
      '1',
      '--after',
      first.json.pageInfo.endCursor,
    );
    const ownProviders = await runWith(gateway, await gateway.signIn(account), ['providers', 'list']);

    expect(first.json.providers).toMatchObject([{ id: newer.id, name: 'Newer' }]);
    expect(next.json.providers).toMatchObject([{ id: older.id, members: [{ email: account }] }]);
    expect(ownProviders.stdout).toMatch(new RegExp(`^${older.id} .*${account}$`, 'm'));
    expect(ownProviders.stdout).not.toContain(newer.id);
  });
});

describe('giveaways keys create --provider', () => {
  it('refuses an account that is not a member, and adds it with --add-member', async () => {
    const account = newEmail();
    const provider = await create();

    const refused = await createKey(provider.id, account);
    const made = await createKey(provider.id, account, '--add-member');

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.json.error).toMatchObject({ code: 'UNAUTHORIZED', reason: 'NOT_A_MEMBER' });
    expect(made.json).toMatchObject({ account, providerId: provider.id });
    expect(await keysOf(gateway, account)).toMatchObject([{ id: made.json.id, providerId: provider.id }]);
  });

  it('accepts --add-member only with a provider and an account', async () => {
    const { code, json } = await asOperator(
      'keys',
      'create',
      '--scopes',
      'giveaways:publish',
      '--account',
      newEmail(),
      '--add-member',
    );
    expect(code).toBe(2);
    expect(json.error).toMatchObject({ code: 'WRONG_USAGE', message: expect.stringContaining('--provider') });
  });

  it('shows the provider of each key in the list', async () => {
    const account = newEmail();
    const provider = await create();
    const { json } = await createKey(provider.id, account, '--add-member');
    const { stdout } = await runAsOperator(gateway, ['keys', 'list', '--account', account]);
    expect(stdout).toMatch(new RegExp(`^${json.id} .* ${provider.id} .*live$`, 'm'));
  });
});
