import type { SqlEntityManager } from '@mikro-orm/sql';
import type { AccountMail, AccountMailStore } from '../../../core/api-keys/mails/account-mail-store.ts';
import { createMailQueue } from './mail-queue.ts';

// Whoever creates keys in a row sends its account no more mails than this in an hour. The account is locked since its keys were
// counted.
const QUEUE = `
  insert into account_mail (id, kind, subject, by, due_at)
  select ?, ?, ?, ?, ?::timestamptz
  where (
    select count(*) from api_key where account_id = ? and created_at > ?::timestamptz - interval '1 hour'
  ) <= 20
  on conflict do nothing`;
const toIso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
// Keys and accounts are stored for ever, so that a mail finds both.
const READ = `
  select m.id, m.attempts, m.by, a.email, k.id as key_id, k.account_id, k.name, k.start,
    array_to_string(k.scopes, ' ') as scopes,
    ${toIso('k.created_at')} as created_at, ${toIso('k.expires_at')} as expires_at
  from account_mail m join api_key k on k.id = m.subject join user_account a on a.id = k.account_id
  where m.id = any(string_to_array(?, ' '))
  order by m.due_at, m.id`;

/** Mails to accounts. */
export function createAccountMailStore(em: SqlEntityManager): AccountMailStore {
  const mails = createMailQueue(em, 'account_mail');
  return {
    async queue({ kind, by, apiKey }) {
      const { id, accountId, createdAt } = apiKey;
      const at = createdAt.toISOString();
      await em.execute(QUEUE, [`created_${id}`, kind, id, by, at, accountId, at]);
    },
    async claim(now, limit) {
      const claimed = await mails.claim(now, limit);
      if (claimed.length === 0) return [];
      const rows = await em.execute<MailRow[]>(READ, [claimed.join(' ')]);
      return rows.map((row) => ({ id: row.id, attempt: row.attempts, to: row.email, mail: toMail(row) }));
    },
    unclaim: mails.unclaim,
    end: mails.end,
  };
}

interface MailRow {
  readonly id: string;
  readonly attempts: number;
  readonly by: AccountMail['by'];
  readonly email: string;
  readonly key_id: string;
  readonly account_id: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

function toMail(row: MailRow): AccountMail {
  return {
    kind: 'KEY_CREATED',
    by: row.by,
    apiKey: {
      id: row.key_id,
      accountId: row.account_id,
      name: row.name,
      start: row.start,
      scopes: row.scopes.split(' ') as AccountMail['apiKey']['scopes'][number][],
      createdAt: new Date(row.created_at),
      expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    },
  };
}
