import { DomainError } from '../errors.ts';

/** The scopes that let a key act for its provider (interface B). */
export const PROVIDER_SCOPES = [
  'provider:giveaways',
  'provider:entries',
  'provider:passports',
  'provider:contacts',
] as const;
export type ProviderScope = (typeof PROVIDER_SCOPES)[number];

/** All scopes that an API key can have. */
export const API_KEY_SCOPES = ['giveaways:publish', ...PROVIDER_SCOPES] as const;
export type Scope = (typeof API_KEY_SCOPES)[number];

/**
 * What an account may do for a publisher: its owner everything, an admin everything but removing the owner, an editor what concerns
 * listings.
 */
export const PUBLISHER_ROLES = ['OWNER', 'ADMIN', 'EDITOR'] as const;
export type PublisherRole = (typeof PUBLISHER_ROLES)[number];

/** The identity of a publisher: listings belong to the namespace, and the feed shows the publisher. */
interface PublisherIdentity {
  /** Empty, and the id of no listing, until a service client publishes for the first time. */
  readonly publisherId: string;
  readonly namespace: string;
}

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}
/** An account, and the publisher that the request acts for: the account's own one, unless the request names another. */
export interface AccountCaller extends PublisherIdentity {
  readonly kind: 'account';
  readonly accountId: string;
  readonly email: string;
  /** The session that the request was authenticated by. */
  readonly sessionId: string;
  /** Its role for the publisher. */
  readonly role: PublisherRole;
}
export interface KeyCaller extends PublisherIdentity {
  readonly kind: 'key';
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  /** The key's provider, while the key's account is a member of it. */
  readonly providerId: string | null;
  /** The provider's key on chain: keccak256 of its id, as 0x and 64 lower-case hexadecimal digits. */
  readonly providerKey: string | null;
  /** The wallet (EIP-55) that signs for this key: the key's own signer, else the provider's default; null without either. */
  readonly signer: string | null;
}
/** A key that acts for its provider. */
export interface ProviderCaller extends KeyCaller {
  readonly providerId: string;
  readonly providerKey: string;
}
export interface ClientCaller extends PublisherIdentity {
  readonly kind: 'client';
  readonly clientId: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
}
export interface OperatorCaller {
  readonly kind: 'operator';
}
export type Caller = AnonymousCaller | AccountCaller | KeyCaller | ClientCaller | OperatorCaller;
export type PublisherCaller = AccountCaller | KeyCaller | ClientCaller;

export const ANONYMOUS: AnonymousCaller = { kind: 'anonymous' };

/** The one policy table: the callers that each permission admits; keys and clients also need the scope of that name. */
const POLICY = {
  public: ['anonymous', 'account', 'key', 'client', 'operator'],
  account: ['account'],
  'api-keys': ['account', 'operator'],
  providers: ['account', 'operator'],
  /** Entries of the audit log: all for the operator, an account's own ones for that account. */
  'audit-entries': ['account', 'operator'],
  'giveaways:publish': ['account', 'key', 'client'],
  /** Changes what the publisher says of itself; a key or client needs the scope giveaways:publish, an account more than the role EDITOR. */
  'publisher-profile': ['account', 'key', 'client'],
  /** Decides who may act for the publisher; needs more than the role EDITOR. */
  'publisher-members': ['account'],
  'provider:giveaways': ['key'],
  'provider:entries': ['key'],
  'provider:passports': ['key'],
  'provider:contacts': ['key'],
  /** Reads operations; a key needs one of the provider scopes, no matter which. */
  operations: ['key', 'operator'],
  operator: ['operator'],
} as const satisfies Record<string, readonly Caller['kind'][]>;

export type Permission = keyof typeof POLICY;
export const PERMISSIONS = Object.keys(POLICY) as readonly Permission[];

interface CallerOf extends Readonly<Record<ProviderScope, ProviderCaller>> {
  readonly public: Caller;
  readonly account: AccountCaller;
  readonly 'api-keys': AccountCaller | OperatorCaller;
  readonly providers: AccountCaller | OperatorCaller;
  readonly 'audit-entries': AccountCaller | OperatorCaller;
  readonly 'giveaways:publish': PublisherCaller;
  readonly 'publisher-profile': PublisherCaller;
  readonly 'publisher-members': AccountCaller;
  readonly operations: ProviderCaller | OperatorCaller;
  readonly operator: OperatorCaller;
}
/** The callers that may hold a permission. */
export type CallerFor<P extends Permission> = CallerOf[P];

/** Lets the caller pass, or throws UNAUTHENTICATED (no credential) or UNAUTHORIZED (SCOPE_MISSING). */
export function authorize<P extends Permission>(
  permission: P,
  caller: Caller,
): asserts caller is Caller & CallerFor<P> {
  if (isAllowed(permission, caller)) return;
  if (caller.kind === 'anonymous') {
    throw new DomainError(
      'UNAUTHENTICATED',
      'A credential is required: send Authorization: Bearer with your key or token.',
      { reason: 'CREDENTIAL_MISSING' },
    );
  }
  if (isOfEditor(permission, caller)) throw roleMissing();
  const needed = scopeFor(permission);
  throw new DomainError('UNAUTHORIZED', `This credential lacks the permission ${needed}.`, {
    reason: 'SCOPE_MISSING',
    ...(API_KEY_SCOPES.some((scope) => scope === needed) && { scope: needed }),
  });
}

/** The error for what an editor may not do. */
export function roleMissing(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'Your role for this publisher is EDITOR: ask its owner or an admin to do this, or to change your role.',
    { reason: 'ROLE_MISSING' },
  );
}

/** The error for a publisher that the caller may not act for. */
export function publisherForeign(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'You may not act for the publisher that the request names: it is neither your own, nor are you a member of it.',
    { reason: 'PUBLISHER_FOREIGN' },
  );
}

/** Whether the policy table admits the caller. */
export function isAllowed(permission: Permission, caller: Caller): boolean {
  const kinds: readonly Caller['kind'][] = POLICY[permission];
  if (!kinds.includes(caller.kind)) return false;
  if (permission === 'public' || (caller.kind !== 'key' && caller.kind !== 'client'))
    return !isOfEditor(permission, caller);
  if (permission === 'operations') return caller.scopes.some(isProviderScope) && actsForProvider(caller);
  return (
    caller.scopes.includes(scopeFor(permission)) && (!isProviderScope(permission) || actsForProvider(caller))
  );
}

/** The scope that a key or a client needs for a permission. */
function scopeFor(permission: Permission): string {
  return permission === 'publisher-profile' ? 'giveaways:publish' : permission;
}

/** Whether an account lacks the permission by its role alone. */
function isOfEditor(permission: Permission, caller: Caller): boolean {
  const needsMore = permission === 'publisher-profile' || permission === 'publisher-members';
  return needsMore && caller.kind === 'account' && caller.role === 'EDITOR';
}

/** Whether the scope is one that only a provider's key can use. */
export function isProviderScope(scope: string): scope is ProviderScope {
  return PROVIDER_SCOPES.some((known) => known === scope);
}

function actsForProvider(caller: Caller): caller is ProviderCaller {
  return caller.kind === 'key' && caller.providerId !== null && caller.providerKey !== null;
}
