import { expect, it } from '@jest/globals';
import { openDatabase } from '../../src/adapters/postgres/connection/database.ts';
import { openSql } from '../../src/adapters/postgres/server/open-sql.ts';
import { createTestDatabase, execute } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';

const PID = { name: '', text: 'select pg_backend_pid()' };
const count = (pid: number) => ({
  name: '',
  text: `select count(*) from pg_stat_activity where pid = ${pid}`,
});

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a transaction', (url) => {
  it('fails alone when its connection is lost between two statements, and the next one gets a new connection', async () => {
    const { sql, close } = openSql({ url, connections: 2, name: 'giveaways test', warn: () => undefined });
    try {
      let lostPid = 0;
      const interrupted = sql.transaction(async ({ query }) => {
        lostPid = Number((await query(PID, []))[0]?.[0]);
        await execute(url, `select pg_terminate_backend(${lostPid})`);
        await eventually(
          () => sql.query(count(lostPid), []),
          ([row]) => row?.[0] === '0',
        );
        await query(PID, []);
      });
      await expect(interrupted).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      const next = await sql.transaction(({ query }) => query(PID, []));
      expect(Number(next[0]?.[0])).not.toBe(lostPid);
    } finally {
      await close();
    }
  });

  it('a transaction of the ORM fails alone, too', async () => {
    const testDatabase = (await createTestDatabase(url))!;
    const silent = () => undefined;
    const options = { url: testDatabase.url, readUrl: undefined, directory: '', warn: silent, note: silent };
    const database = await openDatabase(options);
    try {
      const pidOf = async (em: ReturnType<typeof database.em>) =>
        Number((await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]?.pid);
      let lostPid = 0;
      const interrupted = database.em().transactional(async (em) => {
        lostPid = await pidOf(em);
        await execute(url, `select pg_terminate_backend(${lostPid})`);
        await eventually(
          () => database.sql.query(count(lostPid), []),
          ([row]) => row?.[0] === '0',
        );
        await pidOf(em);
      });
      await expect(interrupted).rejects.toThrow(/./);
      expect(await pidOf(database.em())).not.toBe(lostPid);
    } finally {
      await database.close();
      await testDatabase.drop();
    }
  });
});
