import { ANONYMOUS, PROVIDER_SCOPES, type Caller } from '../../../src/core/access/callers.ts';

export type Who =
  | 'anonymous'
  | 'account'
  | 'key'
  | 'key without scope'
  | 'provider key'
  | 'client'
  | 'client without scope'
  | 'operator';

const identity = { publisherId: 'pub_1', namespace: 'account:acc_1' };
const key = {
  kind: 'key',
  keyId: 'key_1',
  accountId: 'acc_1',
  providerId: null,
  providerKey: null,
  signer: null,
  ...identity,
} as const;
const client = {
  kind: 'client',
  clientId: 'c',
  issuer: 'https://id.example.com',
  publisherId: 'pub_2',
  namespace: 'client:https://id.example.com#c',
} as const;
export const CALLERS: Readonly<Record<Who, Caller>> = {
  anonymous: ANONYMOUS,
  account: {
    kind: 'account',
    accountId: 'acc_1',
    email: 'someone@example.com',
    sessionId: 'ses_1',
    role: 'OWNER',
    ...identity,
  },
  key: { ...key, scopes: ['giveaways:publish'] },
  'key without scope': { ...key, scopes: ['provider:giveaways', 'giveaways', 'public', 'operator'] },
  'provider key': {
    ...key,
    scopes: PROVIDER_SCOPES,
    providerId: 'prv_1',
    providerKey: `0x${'1'.repeat(64)}`,
  },
  client: { ...client, scopes: ['openid', 'giveaways:publish'] },
  'client without scope': { ...client, scopes: ['', 'giveaways:read', 'account', 'api-keys', 'operator'] },
  operator: { kind: 'operator' },
};
export const WHO = Object.keys(CALLERS) as Who[];
