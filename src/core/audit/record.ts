import type { Caller } from '../access/callers.ts';
import type { AuditEntry, AuditLog } from './audit-store.ts';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { InTransaction } from '../transaction.ts';

/** Transactions over these stores that add audit entries. */
export type Audited<Stores = unknown> = { clock: Clock; ids: Ids } & InTransaction<
  { audit: AuditLog } & Stores
>;

/** Adds an audit entry, in the same transaction as the change. */
export function record(
  ports: { clock: Clock; ids: Ids },
  { audit }: { audit: AuditLog },
  caller: Caller,
  action: string,
  subject: string,
  facts: AuditEntry['facts'] = {},
): Promise<void> {
  return audit.add(toAuditEntry(ports, caller, action, subject, facts));
}

/** Creates an audit entry with the current time. */
export function toAuditEntry(
  { clock, ids }: { clock: Clock; ids: Ids },
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
