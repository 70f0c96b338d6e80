import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/core/access/callers.ts';
import { apiKeys } from '../../../src/core/api-keys/list/api-keys.ts';
import { revokeApiKey } from '../../../src/core/api-keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../src/core/api-keys/rotate-api-key.ts';
import { hashSecret } from '../../../src/adapters/auth/secrets.ts';
import { OPERATOR } from '../support/callers.ts';
import { errorOf } from '../support/ports.ts';
import { ann, bob, create, MOST, ports, scopes, useAccounts } from './accounts-with-keys.ts';

useAccounts();

const revoke = (id: string, caller: Caller = ann) => ports.run(caller, revokeApiKey, { id });
const rotate = (id: string, caller: Caller = ann) => ports.run(caller, rotateApiKey, { id });
const actions = () => ports.audit.entries.map(({ action, actor }) => [action, actor]);

describe('a new API key', () => {
  it('is shown with its secret, of which a hash is kept', async () => {
    const { apiKey, secret } = await create();
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^key_/),
      accountId: ann.accountId,
      providerId: null,
      signer: null,
      name: 'API key',
      start: secret.slice(0, 13),
      end: secret.slice(-4),
      scopes,
      createdAt: ports.clock.now(),
      lastUsedAt: null,
      rotatedAt: null,
      revokedAt: null,
      expiresAt: null,
    });
    expect(ports.apiKeys.kept(apiKey.id)).toMatchObject({
      hash: hashSecret(secret),
      publisherId: ann.publisherId,
    });
    expect(JSON.stringify(ports.apiKeys.kept(apiKey.id))).not.toContain(secret);
  });

  it('has a secret of its own', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, async () => (await create()).secret));
    expect(new Set(secrets).size).toBe(20);
  });

  it('has each scope once, in the order that they were named in', async () => {
    const named = ['giveaways:publish', 'giveaways:publish'];
    expect((await create(ann, { scopes: named })).apiKey.scopes).toEqual(['giveaways:publish']);
  });

  it.each([
    ['no scopes', { scopes: [] }, 'scopes'],
    ['scopes that are no list', { scopes: 'giveaways:publish' }, 'scopes'],
    ['null for scopes', { scopes: null }, 'scopes'],
    ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['a scope in capitals', { scopes: ['GIVEAWAYS:PUBLISH'] }, 'scopes.0'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
    ['a name with U+0000', { name: 'a\u0000' }, 'name'],
    ['a name that nobody sees', { name: '\u200B' }, 'name'],
    ['an account that is no address', { account: 'ann' }, 'account'],
    ['provider scopes without a provider', { scopes: ['provider:entries'] }, 'provider'],
    ['mixed scopes without a provider', { scopes: ['giveaways:publish', 'provider:contacts'] }, 'provider'],
    ['all provider scopes in one word', { scopes: ['provider:'] }, 'scopes.0'],
    ['a signer without a provider', { signer: `0x${'ab'.repeat(20)}` }, 'signer'],
    ['the account of somebody else', { account: 'bob@example.com' }, 'account'],
  ])('is refused with %s', async (_what, input, field) => {
    const { code, details } = await errorOf(create(ann, input));
    expect({ code, fields: details?.map(({ path }) => path.join('.')) }).toEqual({
      code: 'INVALID_PAYLOAD',
      fields: [field],
    });
    expect(actions()).toEqual([]);
  });

  it('may name the account that asks for it, in any case of its letters', async () => {
    expect((await create(ann, { account: 'Ann@Example.com' })).apiKey.accountId).toBe(ann.accountId);
  });

  it('is made by the operator for the account of an address, known or not', async () => {
    expect((await create(OPERATOR, { account: 'ann@example.com' })).apiKey.accountId).toBe(ann.accountId);
    const { apiKey } = await create(OPERATOR, { account: 'new@example.com' });
    expect((await ports.accounts.find(apiKey.accountId))?.email).toBe('new@example.com');
  });

  it('is refused to the operator without an account', async () => {
    expect(await errorOf(create(OPERATOR))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [expect.objectContaining({ path: ['account'] })],
    });
  });

  it(`is refused beside ${MOST} live ones of its account, until one of them has ended`, async () => {
    let last = '';
    for (let count = 0; count < MOST; count += 1) last = (await create()).apiKey.id;
    expect(await errorOf(create())).toMatchObject({ code: 'INVALID_PAYLOAD' });
    expect((await create(bob)).apiKey.accountId).toBe(bob.accountId);
    await revoke(last);
    expect((await create()).apiKey.accountId).toBe(ann.accountId);
  });
});

describe('a rotation', () => {
  it('replaces the secret and keeps the key', async () => {
    const { apiKey, secret } = await create();
    ports.clock.advance(5);
    const rotated = await rotate(apiKey.id);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.apiKey).toEqual({
      ...apiKey,
      start: rotated.secret.slice(0, 13),
      end: rotated.secret.slice(-4),
      rotatedAt: ports.clock.now(),
    });
    expect(ports.apiKeys.kept(apiKey.id)?.hash).toBe(hashSecret(rotated.secret));
  });
});

describe('a revocation', () => {
  it('ends the key for good', async () => {
    const { apiKey } = await create();
    expect(await revoke(apiKey.id)).toEqual({ ...apiKey, revokedAt: ports.clock.now() });
    for (const again of [revoke, rotate])
      expect(await errorOf(again(apiKey.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(actions()).toEqual([
      ['createApiKey', `account:${ann.accountId}`],
      ['revokeApiKey', `account:${ann.accountId}`],
    ]);
  });

  it.each([
    ['revoked', revoke],
    ['rotated', rotate],
  ])(
    'a revocation of a key of another account is refused, and so is one that is %s',
    async (_what, change) => {
      const { apiKey } = await create();
      const before = ports.apiKeys.kept(apiKey.id);
      const [foreign, absent] = [
        await errorOf(change(apiKey.id, bob)),
        await errorOf(change('key_none', bob)),
      ];
      expect(foreign).toMatchObject({ code: 'NOT_FOUND', message: absent.message });
      expect(ports.apiKeys.kept(apiKey.id)).toEqual(before);
    },
  );

  it('a revocation by the operator names the account', async () => {
    const { apiKey } = await create();
    expect(await errorOf(revoke(apiKey.id, OPERATOR))).toMatchObject({ code: 'INVALID_PAYLOAD' });
    const byOther = ports.run(OPERATOR, revokeApiKey, { id: apiKey.id, account: 'bob@example.com' });
    expect(await errorOf(byOther)).toMatchObject({ code: 'NOT_FOUND' });
    const revoked = await ports.run(OPERATOR, revokeApiKey, { id: apiKey.id, account: 'ann@example.com' });
    expect(revoked.revokedAt).not.toBeNull();
  });
});

describe('the list of keys', () => {
  it('shows the own keys, newest first, revoked ones included', async () => {
    const made = [];
    for (const name of ['first', 'second', 'third']) {
      made.unshift((await create(ann, { name })).apiKey.id);
      ports.clock.advance(1);
    }
    await revoke(made[1]!);
    await create(bob);
    const page = await ports.run(ann, apiKeys, {});
    expect(page.items.map(({ id }) => id)).toEqual(made);
    expect(await ports.run(OPERATOR, apiKeys, { account: 'ann@example.com' })).toEqual(page);
  });
});

describe('the audit log', () => {
  it('names what was done to which key by whom, and no secret', async () => {
    const { apiKey, secret } = await create(OPERATOR, { account: 'ann@example.com' });
    const { secret: second } = await rotate(apiKey.id);
    expect(ports.audit.entries).toMatchObject([
      { action: 'createApiKey', actor: 'operator', subject: apiKey.id, facts: { scopes } },
      { action: 'rotateApiKey', actor: `account:${ann.accountId}`, subject: apiKey.id, facts: {} },
    ]);
    const text = JSON.stringify(ports.audit.entries);
    for (const hidden of [secret, second]) expect(text).not.toContain(hidden);
  });
});
