import type { PublisherCaller } from '../access/callers.ts';
import type { AuditEntry } from './audit-store.ts';

/** The facts that show an entry about a publisher to its account, or to the account whose key was used. */
export function publisherFacts(caller: PublisherCaller): AuditEntry['facts'] {
  if (caller.kind === 'key') return { account: caller.accountId };
  if (caller.kind === 'client') return {};
  if (caller.role === 'OWNER') return { session: caller.sessionId };
  return { ...accountFacts(caller.namespace), member: caller.email };
}

/** The fact that shows an entry to the account that has a namespace; none for a service client. */
export function accountFacts(namespace: string): AuditEntry['facts'] {
  const [kind, id] = namespace.split(':');
  return kind === 'account' && id !== undefined ? { account: id } : {};
}
