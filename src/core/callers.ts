import { DomainError } from './errors.ts';

/** What an API key may be allowed to do. */
export const API_KEY_SCOPES = ['giveaways:publish'] as const;
export type Scope = (typeof API_KEY_SCOPES)[number];

/** Whoever publishes: listings belong to the namespace, their public face is the publisher. */
interface PublisherIdentity {
  readonly publisherId: string;
  readonly namespace: string;
}

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}
export interface AccountCaller extends PublisherIdentity {
  readonly kind: 'account';
  readonly accountId: string;
  readonly email: string;
}
export interface KeyCaller extends PublisherIdentity {
  readonly kind: 'key';
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
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
export type Publisher = AccountCaller | KeyCaller | ClientCaller;

export const ANONYMOUS: AnonymousCaller = { kind: 'anonymous' };

/** The one policy table: which principals may use what; keys and clients also need the scope of that name. */
const POLICY = {
  public: ['anonymous', 'account', 'key', 'client', 'operator'],
  account: ['account'],
  'api-keys': ['account', 'operator'],
  'giveaways:publish': ['account', 'key', 'client'],
  operator: ['operator'],
} as const satisfies Record<string, readonly Caller['kind'][]>;

export type Permission = keyof typeof POLICY;
export const PERMISSIONS = Object.keys(POLICY) as readonly Permission[];

interface CallerOf {
  readonly public: Caller;
  readonly account: AccountCaller;
  readonly 'api-keys': AccountCaller | OperatorCaller;
  readonly 'giveaways:publish': Publisher;
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
  throw new DomainError('UNAUTHORIZED', `This credential lacks the permission ${permission}.`, {
    reason: 'SCOPE_MISSING',
  });
}

/** Asks the policy table without throwing. */
export function isAllowed(permission: Permission, caller: Caller): boolean {
  const kinds: readonly Caller['kind'][] = POLICY[permission];
  if (!kinds.includes(caller.kind)) return false;
  const needsScope = permission !== 'public' && (caller.kind === 'key' || caller.kind === 'client');
  return !needsScope || caller.scopes.includes(permission);
}
