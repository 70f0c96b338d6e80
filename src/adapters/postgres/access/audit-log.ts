import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage, type PageRequest, type Position } from '../../../core/values/paging.ts';
import type { AuditEntry, AuditLog } from '../../../core/audit/audit-store.ts';
import { AuditEntryEntity } from '../connection/entities.ts';

export function createAuditLog(em: SqlEntityManager): AuditLog {
  const read = async (page: PageRequest, accountId?: string) => {
    const { text, values } = toPageStatement(page, accountId);
    const rows = await em.execute<AuditRow[]>(text, values);
    return toPage(rows.map(toEntry), page);
  };
  return {
    async add(entry) {
      await em.insert(AuditEntryEntity, entry);
    },
    page: (page) => read(page),
    pageOfAccount: (accountId, page) => read(page, accountId),
  };
}

interface AuditRow extends Omit<AuditEntry, 'at' | 'facts'> {
  readonly at: string;
  readonly facts: string;
}

// The account that an entry concerns: the expression of the index audit_entry_account.
const ACCOUNT = `coalesce(facts ->> 'account', case when actor like 'account:%' then substr(actor, 9) end)`;

/**
 * One page of the whole log or of an account's part, and one row more: each month's partition is read from the cursor by an index, and partitions on the other side of
 * the cursor are not read at all.
 */
export function toPageStatement({ size, backward, after, before }: PageRequest, accountId?: string) {
  const direction = backward ? 'asc' : 'desc';
  const conditions = [
    accountId !== undefined && `${ACCOUNT} = ?`,
    // The row comparison finds the cursor within a partition; the comparison of timestamps excludes partitions.
    after && `(at, id) < (?::timestamptz, ?) and at <= ?::timestamptz`,
    before && `(at, id) > (?::timestamptz, ?) and at >= ?::timestamptz`,
  ].filter((condition) => typeof condition === 'string');
  return {
    text: `
      select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, action, subject,
        facts::text as facts
      from audit_entry ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by audit_entry.at ${direction}, id ${direction} limit ?`,
    values: [
      ...(accountId === undefined ? [] : [accountId]),
      ...toValues(after),
      ...toValues(before),
      size + 1,
    ],
  };
}

function toValues(position: Position | undefined): string[] {
  return position ? [position.key, position.id, position.key] : [];
}

function toEntry({ at, facts, ...entry }: AuditRow): AuditEntry {
  return { ...entry, at: new Date(at), facts: JSON.parse(facts) as AuditEntry['facts'] };
}
