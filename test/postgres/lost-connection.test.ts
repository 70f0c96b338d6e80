import { expect, it } from '@jest/globals';
import { openSql } from '../../src/adapters/postgres/open-sql.ts';
import { execute } from '../support/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';

const PID = { name: '', text: 'select pg_backend_pid()' };
const count = (pid: number) => ({
  name: '',
  text: `select count(*) from pg_stat_activity where pid = ${pid}`,
});

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a transaction', (url) => {
  it('fails alone when its connection is lost between two statements, and the next one has a new connection', async () => {
    const { sql, close } = openSql({ url, connections: 2, name: 'giveaways test', warn: () => undefined });
    try {
      let lost = 0;
      const interrupted = sql.transaction(async ({ query }) => {
        lost = Number((await query(PID, []))[0]?.[0]);
        await execute(url, `select pg_terminate_backend(${lost})`);
        await eventually(
          () => sql.query(count(lost), []),
          ([row]) => row?.[0] === '0',
        );
        await query(PID, []);
      });
      await expect(interrupted).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const next = await sql.transaction(({ query }) => query(PID, []));
      expect(Number(next[0]?.[0])).not.toBe(lost);
    } finally {
      await close();
    }
  });
});
