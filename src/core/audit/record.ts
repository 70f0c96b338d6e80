import type { Caller } from '../access/callers.ts';
import type { AuditEntry } from './audit-store.ts';
import type { Uses } from '../ports.ts';

/** Adds an audit entry, in the same transaction as the change. */
export function record(
  ports: Uses<'clock' | 'ids'>,
  { audit }: Uses<'audit'>,
  caller: Caller,
  action: string,
  subject: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  return audit.add(toAuditEntry(ports, caller, action, subject, facts));
}

/** Creates an audit entry with the current time. */
export function toAuditEntry(
  { clock, ids }: Uses<'clock' | 'ids'>,
  caller: Caller,
  action: string,
  subject: string,
  facts: AuditEntry['facts'] = {},
): AuditEntry {
  return { id: ids.next('aud'), at: clock.now(), actor: actorOf(caller), action, subject, facts };
}

function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'account':
      return `account:${caller.accountId}`;
    case 'key':
      return `key:${caller.keyId}`;
    case 'client':
      return caller.namespace;
    default:
      return caller.kind;
  }
}
