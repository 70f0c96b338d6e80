import type { SqlEntityManager } from '@mikro-orm/sql';
import { MAX_SESSION_DAYS, type Session, type SessionStore } from '../../../core/accounts/session-store.ts';
import { toPage, type PageRequest, type Position } from '../../../core/values/paging.ts';

/** When a session ends although it is in use. */
const ENDS = `least(expires_at, created_at + interval '${MAX_SESSION_DAYS} days')`;
const END = `delete from session where account_id = ? and id = ? and ${ENDS} > ? returning id`;
const END_OTHERS = `delete from session where account_id = ? and id <> ? returning ${ENDS} > ? as is_live`;

/** Sessions of accounts in the table of better-auth, which looks a session up for each request. */
export function createSessionStore(em: SqlEntityManager): SessionStore {
  return {
    async pageOf(accountId, now, page) {
      const { text, values } = toSessionsStatement(accountId, now, page);
      return toPage((await em.execute<SessionRow[]>(text, values)).map(toSession), page);
    },
    end: async (accountId, id, now) =>
      (await em.execute<unknown[]>(END, [accountId, id, now.toISOString()])).length > 0,
    async endOthers(accountId, id, now) {
      const values = [accountId, id, now.toISOString()];
      const ended = await em.execute<{ readonly is_live: boolean }[]>(END_OTHERS, values);
      return ended.filter(({ is_live: isLive }) => isLive).length;
    },
  };
}

interface SessionRow {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly user_agent: string | null;
  readonly ip_address: string | null;
}

/** One page of an account's live sessions, and one row more. */
export function toSessionsStatement(
  accountId: string,
  now: Date,
  { size, backward, after, before }: PageRequest,
) {
  const direction = backward ? 'asc' : 'desc';
  const conditions = [
    'account_id = ?',
    `${ENDS} > ?`,
    ...(after ? ['(created_at, id) < (?::timestamptz, ?)'] : []),
    ...(before ? ['(created_at, id) > (?::timestamptz, ?)'] : []),
  ];
  return {
    text: `
      select id, ${toText('created_at')} as created_at, ${toText('updated_at')} as updated_at, ${toText(ENDS)} as expires_at, user_agent, ip_address
      from session where ${conditions.join(' and ')}
      order by session.created_at ${direction}, id ${direction} limit ?`,
    values: [accountId, now.toISOString(), ...toValues(after), ...toValues(before), size + 1],
  };
}

function toText(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function toValues(position: Position | undefined): string[] {
  return position ? [position.key, position.id] : [];
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.updated_at),
    expiresAt: new Date(row.expires_at),
    // Sessions of earlier versions have empty texts.
    client: row.user_agent || null,
    network: row.ip_address || null,
  };
}
