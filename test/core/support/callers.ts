import {
  ANONYMOUS,
  PROVIDER_SCOPES,
  type AccountCaller,
  type Caller,
  type ClientCaller,
  type KeyCaller,
  type OperatorCaller,
  type ProviderCaller,
  type PublisherCaller,
} from '../../../src/core/access/callers.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';

export const OPERATOR: OperatorCaller = { kind: 'operator' };
export const NETWORK = '192.0.2.0/24';
export const SIGNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export function accountCaller(name = 'ann'): AccountCaller {
  return {
    kind: 'account',
    accountId: `acc_${name}`,
    email: `${name}@example.com`,
    sessionId: `ses_${name}`,
    role: 'OWNER',
    ...identity(`account:acc_${name}`),
  };
}

export function keyCaller(name = 'ann', scopes: readonly string[] = ['giveaways:publish']): KeyCaller {
  return {
    kind: 'key',
    keyId: `key_${name}`,
    accountId: `acc_${name}`,
    scopes,
    providerId: null,
    providerKey: null,
    signer: null,
    ...identity(`account:acc_${name}`),
  };
}

export function providerCaller(
  id = 'prv_1',
  scopes: readonly string[] = PROVIDER_SCOPES,
  signer: string | null = SIGNER,
): ProviderCaller {
  return { ...keyCaller('member', scopes), providerId: id, providerKey: digests.keccak256(id), signer };
}

export function clientCaller(scopes: readonly string[] = ['giveaways:publish']): ClientCaller {
  const issuer = 'https://id.example.com';
  return { kind: 'client', clientId: 'machine', issuer, scopes, ...identity(`client:${issuer}#machine`) };
}

/** One caller of each kind, each with everything that its kind can be allowed. */
export const CALLERS: Readonly<Record<string, Caller>> = {
  nobody: ANONYMOUS,
  'an account': accountCaller(),
  'a key with the scope to publish': keyCaller(),
  'a key of a provider with all its scopes': providerCaller(),
  'a service client': clientCaller(),
  'the operator': OPERATOR,
};

function identity(namespace: string): Pick<PublisherCaller, 'publisherId' | 'namespace'> {
  return { publisherId: `pub_${namespace}`, namespace };
}
