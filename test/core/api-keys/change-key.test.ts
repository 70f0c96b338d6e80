import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { changeApiKey } from '../../../src/core/api-keys/change-api-key.ts';
import { revokeApiKey } from '../../../src/core/api-keys/revoke-api-key.ts';
import { addProviderMember } from '../../../src/core/providers/add-provider-member.ts';
import { createProvider } from '../../../src/core/providers/create-provider.ts';
import { removeProviderMember } from '../../../src/core/providers/remove-provider-member.ts';
import { OPERATOR } from '../support/callers.ts';
import { errorOf } from '../support/ports.ts';
import { ann, bob, create, ports, scopes, useAccounts } from './accounts-with-keys.ts';

useAccounts();

const change = (id: string, input: object, caller: Caller = ann) =>
  ports.run(caller, changeApiKey, { id, ...input });
const changes = () =>
  ports.audit.entries.filter(({ action }) => action === 'changeApiKey').map(({ facts }) => facts);

describe('a change of a key', () => {
  it('replaces the name and keeps the rest, and the audit log has the old name and the new one', async () => {
    const { apiKey } = await create(ann, { name: 'Old' });
    const hash = ports.apiKeys.kept(apiKey.id)?.hash;
    expect(await change(apiKey.id, { name: ' New ' })).toEqual({ ...apiKey, name: 'New' });
    expect(ports.apiKeys.kept(apiKey.id)?.hash).toBe(hash);
    expect(changes()).toEqual([{ account: ann.accountId, oldName: 'Old', name: 'New' }]);
  });

  it('leaves no entry when it changes nothing', async () => {
    const { apiKey } = await create(ann, { name: 'Same' });
    for (const input of [{}, { name: 'Same' }, { name: null, scopes }])
      expect(await change(apiKey.id, input)).toEqual(apiKey);
    expect(changes()).toEqual([]);
  });

  it.each([
    ['no scopes', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['operator'] }, 'scopes.0'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that nobody sees', { name: '\u200B' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
    ['a provider scope for a key without a provider', { scopes: ['provider:entries'] }, 'scopes'],
    ['the account of somebody else', { account: 'bob@example.com', name: 'x' }, 'account'],
    ['thousands of expected scopes', { expected: { scopes: Array(5_000).fill('x') } }, 'expected.scopes'],
  ])('is refused with %s', async (_what, input, field) => {
    const { apiKey } = await create();
    const { code, details } = await errorOf(change(apiKey.id, input));
    expect({ code, fields: details?.map(({ path }) => path.join('.')) }).toEqual({
      code: 'INVALID_PAYLOAD',
      fields: [field],
    });
    expect(ports.apiKeys.kept(apiKey.id)).toMatchObject({ name: apiKey.name, scopes });
  });

  it('is refused for a revoked key, an expired one, and one of another account', async () => {
    const gone = await create();
    await ports.run(ann, revokeApiKey, { id: gone.apiKey.id });
    const expiresAt = new Date(ports.clock.now().getTime() + 1_000).toISOString();
    const expired = await create(ann, { expiresAt });
    const foreign = await create(bob);
    ports.clock.advance(1);
    for (const { apiKey } of [gone, expired, foreign])
      expect(await errorOf(change(apiKey.id, { name: 'New' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(changes()).toEqual([]);
  });

  it('names the account when the operator makes it', async () => {
    const { apiKey } = await create();
    expect(await errorOf(change(apiKey.id, { name: 'New' }, OPERATOR))).toMatchObject({
      code: 'INVALID_PAYLOAD',
    });
    const changed = await change(apiKey.id, { name: 'New', account: ann.email }, OPERATOR);
    expect(changed.name).toBe('New');
  });
});

describe('the end of a key', () => {
  const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * 86_400_000);

  it('becomes earlier, and never later', async () => {
    const { apiKey } = await create();
    const [early, late] = [inDays(10), inDays(20)];
    expect(await change(apiKey.id, { expiresAt: late.toISOString() })).toEqual({
      ...apiKey,
      expiresAt: late,
    });
    expect((await change(apiKey.id, { expiresAt: early.toISOString() })).expiresAt).toEqual(early);
    expect(await errorOf(change(apiKey.id, { expiresAt: late.toISOString() }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['expiresAt'], message: expect.stringContaining('can only become earlier') }],
    });
    expect((await change(apiKey.id, { name: 'New', expiresAt: null })).expiresAt).toEqual(early);
    const [toLate, toEarly] = changes();
    expect([toLate?.['oldExpiresAt'], toLate?.['expiresAt']]).toEqual(['never', late.toISOString()]);
    expect([toEarly?.['oldExpiresAt'], toEarly?.['expiresAt']]).toEqual([
      late.toISOString(),
      early.toISOString(),
    ]);
    ports.clock.advance(11 * 86_400);
    expect(await errorOf(change(apiKey.id, { name: 'Late' }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['in the past', () => inDays(-1).toISOString()],
    ['now', () => inDays(0).toISOString()],
    ['more than five years away', () => inDays(1_827).toISOString()],
    ['without a zone', () => '2030-01-01T00:00'],
  ])('is refused when it is %s', async (_what, expiresAt) => {
    const { apiKey } = await create();
    expect(await errorOf(change(apiKey.id, { expiresAt: expiresAt() }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['expiresAt'] }],
    });
  });
});

describe('two changes of a key that saw the same values', () => {
  const seen = { name: 'Old', scopes };

  it('the second one is refused, and says why', async () => {
    const { apiKey } = await create(ann, { name: 'Old' });
    await change(apiKey.id, { name: 'First', expected: seen });
    expect(await errorOf(change(apiKey.id, { name: 'Second', expected: seen }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      reason: 'KEY_CHANGED',
      details: [{ path: ['expected'], message: expect.stringContaining('changed meanwhile') }],
    });
    expect((await change(apiKey.id, { name: 'Second' })).name).toBe('Second');
  });

  it('the same change repeated is none, so that a lost response does no harm', async () => {
    const { apiKey } = await create(ann, { name: 'Old' });
    for (let each = 0; each < 2; each += 1)
      expect((await change(apiKey.id, { name: 'First', expected: seen })).name).toBe('First');
    expect(changes()).toHaveLength(1);
  });
});

describe('the scopes of a key with a provider', () => {
  let provider: string;
  beforeEach(async () => {
    provider = (await ports.run(OPERATOR, createProvider, { name: 'Lantern' })).id;
    await ports.run(OPERATOR, addProviderMember, { provider, account: ann.email });
  });

  it('are widened and narrowed by a member, in any order of their names', async () => {
    const { apiKey } = await create(ann, { provider });
    const both = ['provider:entries', 'giveaways:publish'];
    expect((await change(apiKey.id, { scopes: both })).scopes).toEqual(both);
    await change(apiKey.id, { scopes: both.toReversed() });
    const narrowed = await change(apiKey.id, { scopes, expected: { scopes: both.toReversed() } });
    expect(narrowed).toEqual(apiKey);
    expect(changes()).toEqual([
      { account: ann.accountId, oldScopes: scopes, scopes: both },
      { account: ann.accountId, oldScopes: both, scopes },
    ]);
  });

  it('are no longer the provider’s once the membership has ended', async () => {
    const { apiKey } = await create(ann, { provider });
    await ports.run(OPERATOR, removeProviderMember, { provider, account: ann.email });
    const error = await errorOf(change(apiKey.id, { scopes: ['provider:entries'] }));
    expect(error.code).toBe('INVALID_PAYLOAD');
    expect(ports.apiKeys.kept(apiKey.id)?.scopes).toEqual(scopes);
  });
});
