import type { Sql, Statement } from '../connection/sql.ts';

/** The messages to webhooks that are due, of all instances. */
export interface DueMessages {
  /** At most 10,000 are counted. */
  readonly messages: number;
  /** Seconds since the oldest of them was due. */
  readonly oldest: number;
}

export async function readDueMessages(sql: Sql): Promise<DueMessages> {
  const [row] = await sql.query(DUE, []);
  return { messages: Number(row?.[0]), oldest: Math.max(0, Number(row?.[1])) };
}

const DUE: Statement = {
  name: 'due-messages',
  text: `
    select count(*), coalesce(extract(epoch from now() - min(due_at)), 0)
    from (select due_at from webhook_delivery where state = 'PENDING' and due_at <= now() limit 10000) d`,
};
