import type { SqlEntityManager } from '@mikro-orm/sql';
import type { MailQueue } from '../../../core/send-due-mails.ts';

/** The claims of a table of mails, which has a row only while a mail waits; a claim returns the ids of the mails. */
type ClaimedMails = Pick<MailQueue<never>, 'unclaim' | 'end'> & {
  claim(now: Date, limit: number): Promise<readonly string[]>;
};

export function createMailQueue(em: SqlEntityManager, table: 'account_mail' | 'report_mail'): ClaimedMails {
  return {
    async claim(now, limit) {
      const at = now.toISOString();
      const claimed = await em.execute<{ readonly id: string }[]>(
        `update ${table} set attempts = attempts + 1,
           due_at = ?::timestamptz + least(interval '10 minutes' * power(2, least(attempts, 10)), interval '12 hours')
         where id = any(array(
           select id from ${table} where due_at <= ?::timestamptz or due_at > ?::timestamptz + interval '13 hours'
           order by due_at limit ? for update skip locked))
         returning id`,
        [at, at, at, limit],
      );
      return claimed.map(({ id }) => id);
    },
    async unclaim(ids, now) {
      await em.execute(
        `update ${table} set attempts = greatest(0, attempts - 1), due_at = ?::timestamptz
         where id = any(string_to_array(?, ' '))`,
        [now.toISOString(), ids.join(' ')],
      );
    },
    async end(id) {
      await em.execute(`delete from ${table} where id = ?`, [id]);
    },
  };
}
