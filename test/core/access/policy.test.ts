import { describe, expect, it } from '@jest/globals';
import {
  ANONYMOUS,
  API_KEY_SCOPES,
  authorize,
  isAllowed,
  PERMISSIONS,
  PROVIDER_SCOPES,
  type Caller,
  type Permission,
} from '../../../src/core/access/callers.ts';
import { recommendedActionFor, type DomainError } from '../../../src/core/errors.ts';

const own = { publisherId: 'pub_1', namespace: 'account:acc_1' };
const key = (...scopes: string[]): Caller => ({
  kind: 'key',
  keyId: 'key_1',
  accountId: 'acc_1',
  scopes,
  providerId: null,
  providerKey: null,
  signer: null,
  ...own,
});
const providerKey = (...scopes: string[]): Caller => ({
  kind: 'key',
  keyId: 'key_2',
  accountId: 'acc_1',
  scopes,
  providerId: 'prv_1',
  providerKey: `0x${'1'.repeat(64)}`,
  signer: null,
  ...own,
});
const client = (...scopes: string[]): Caller => ({
  kind: 'client',
  clientId: 'c',
  issuer: 'https://id.example.com',
  scopes,
  ...own,
});
const account: Caller = {
  kind: 'account',
  accountId: 'acc_1',
  email: 'someone@example.com',
  sessionId: 'ses_1',
  role: 'OWNER',
  ...own,
};
const editor: Caller = { ...account, role: 'EDITOR' };
const operator: Caller = { kind: 'operator' };

const POLICY: readonly (readonly [who: string, caller: Caller, may: readonly Permission[]])[] = [
  ['nobody in particular', ANONYMOUS, ['public']],
  [
    'an account',
    account,
    [
      'public',
      'account',
      'api-keys',
      'providers',
      'audit-entries',
      'giveaways:publish',
      'publisher-profile',
      'publisher-members',
    ],
  ],
  ['a key with the scope', key('giveaways:publish'), ['public', 'giveaways:publish', 'publisher-profile']],
  [
    'a key with the scope among others',
    key('a', 'giveaways:publish', 'b'),
    ['public', 'giveaways:publish', 'publisher-profile'],
  ],
  ['a key without a scope', key(), ['public']],
  ['a key with other scopes', key('provider:giveaways', 'GIVEAWAYS:PUBLISH', 'giveaways'), ['public']],
  [
    'a key whose scopes are names of permissions',
    key('operator', 'account', 'api-keys', 'public'),
    ['public'],
  ],
  [
    'a key with provider scopes and no provider',
    key('provider:giveaways', 'provider:entries', 'provider:passports', 'provider:contacts'),
    ['public'],
  ],
  [
    'a key of a provider with all provider scopes',
    providerKey('provider:giveaways', 'provider:entries', 'provider:passports', 'provider:contacts'),
    [
      'public',
      'provider:giveaways',
      'provider:entries',
      'provider:passports',
      'provider:contacts',
      'operations',
    ],
  ],
  [
    'a key of a provider with one scope',
    providerKey('provider:entries'),
    ['public', 'provider:entries', 'operations'],
  ],
  ['a key of a provider without a scope', providerKey(), ['public']],
  [
    'a key of a provider with a scope for both interfaces',
    providerKey('giveaways:publish', 'provider:contacts'),
    ['public', 'giveaways:publish', 'publisher-profile', 'provider:contacts', 'operations'],
  ],
  ['a client with provider scopes', client('provider:giveaways', 'provider:entries'), ['public']],
  [
    'a client with the scope',
    client('openid', 'giveaways:publish'),
    ['public', 'giveaways:publish', 'publisher-profile'],
  ],
  ['a client without a scope', client(''), ['public']],
  ['a client whose scopes are names of permissions', client('operator', 'account', 'api-keys'), ['public']],
  ['the operator', operator, ['public', 'api-keys', 'providers', 'audit-entries', 'operations', 'operator']],
];

describe('the policy', () => {
  it.each(POLICY)('lets %s do what it names, and nothing else', (_who, caller, may) => {
    expect(PERMISSIONS.filter((permission) => isAllowed(permission, caller))).toEqual(
      PERMISSIONS.filter((permission) => may.includes(permission)),
    );
  });

  it.each(POLICY)('refuses %s everything else with the right error', (_who, caller, may) => {
    const expected =
      caller.kind === 'anonymous'
        ? { code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING' }
        : { code: 'UNAUTHORIZED', reason: 'SCOPE_MISSING' };
    for (const permission of PERMISSIONS) {
      const attempt = () => {
        authorize(permission, caller);
      };
      if (may.includes(permission)) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(expect.objectContaining(expected));
    }
  });

  it('refuses an editor alone what concerns the profile and the members, and says why', () => {
    const mayAll = POLICY.find(([, caller]) => caller === account)?.[2] ?? [];
    const mayNot = mayAll.filter((permission) => !isAllowed(permission, editor));
    expect(mayNot).toEqual(['publisher-profile', 'publisher-members']);
    for (const permission of mayNot)
      expect(() => authorize(permission, editor)).toThrow(
        expect.objectContaining({ code: 'UNAUTHORIZED', reason: 'ROLE_MISSING' }),
      );
    expect(mayAll.every((permission) => isAllowed(permission, { ...editor, role: 'ADMIN' }))).toBe(true);
  });

  it.each([
    ['giveaways:publish', /^Use an API key or a service token with the scope giveaways:publish\.$/],
    ['provider:entries', /^Use a key of the provider/],
    ['operator', /^Use a credential that has the permission/],
  ] as const)('advises what helps against the missing permission %s', (permission, advice) => {
    let refusal: unknown;
    try {
      authorize(permission, key());
    } catch (error) {
      refusal = error;
    }
    expect(recommendedActionFor(refusal as DomainError)).toMatch(advice);
  });
});

it('lets keys have the scopes of publishers and of providers, and no others', () => {
  expect(API_KEY_SCOPES).toEqual(['giveaways:publish', ...PROVIDER_SCOPES]);
  expect(PROVIDER_SCOPES).toEqual([
    'provider:giveaways',
    'provider:entries',
    'provider:passports',
    'provider:contacts',
  ]);
});
