import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createSignInCodes } from '../../src/adapters/auth/sign-in-codes.ts';
import { createSignInCodeStore } from '../../src/adapters/postgres/access/sign-in-code-store.ts';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import type { SignInCodes } from '../../src/core/accounts/sign-in-codes.ts';
import {
  CODE_LIFETIME_MS,
  SHORT_CODE_DIGITS,
  WRONG_CODES,
} from '../../src/core/accounts/sign-in-code-rules.ts';
import type { TestDatabase } from '../support/database/database.ts';
import { createServerDatabase, postgresPrograms } from '../support/database/postgres-cluster.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';

const MINUTES = 240_000;
const server = process.env['DATABASE_URL'] ?? postgresPrograms;
const SUBJECT = { email: 'somebody@example.com', network: '192.0.2.0' };

describeWith(server, 'DATABASE_URL is not set and initdb not installed', 'two instances', () => {
  let database: TestDatabase;
  let opened: Database[];
  let instances: SignInCodes[];
  let client: Client;
  beforeAll(async () => {
    database = await createServerDatabase();
    const quiet = () => undefined;
    const open = () =>
      openDatabase({ url: database.url, readUrl: undefined, directory: '', warn: quiet, note: quiet });
    opened = [await open(), await open()];
    instances = opened.map((each) => createSignInCodes(['s'.repeat(32)], createSignInCodeStore(each)));
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, MINUTES);
  afterAll(async () => {
    await client.end();
    await Promise.all(opened.map((each) => each.close()));
    await database.drop();
  });

  const newCode = () => {
    const now = new Date();
    const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
    return { ...SUBJECT, digits: SHORT_CODE_DIGITS, now, expiresAt };
  };
  /** Adds a code at each instance while both wait for the former one, so that neither finds the code of the other. */
  const addAtOnce = async <Added>(add: (codes: SignInCodes) => Promise<Added>): Promise<Added[]> => {
    await instances[0]!.issue(newCode());
    await client.query('begin');
    await client.query('select from sign_in_code for update');
    const adding = instances.map(add);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { rowCount } = await eventually(
      () => client.query(waiting),
      (found) => found.rowCount === 2,
    );
    expect(rowCount).toBe(2);
    await client.query('commit');
    return Promise.all(adding);
  };

  it('have one valid code of two that were requested at the same moment: the newest', async () => {
    const codes = await addAtOnce(({ issue }) => issue(newCode()));
    const redeemed: boolean[] = [];
    for (const code of codes) {
      const presented = { ...SUBJECT, code, now: new Date(), attemptLimits: WRONG_CODES };
      redeemed.push(await instances[1]!.redeem(presented));
    }
    expect(redeemed.filter(Boolean)).toHaveLength(1);
    const used =
      'select id = (select max(id) from sign_in_code) as newest from sign_in_code where used_at is not null';
    expect((await client.query(used)).rows).toEqual([{ newest: true }]);
  });

  it('send the mail of that code alone', async () => {
    const queued = await addAtOnce(({ queue }) => queue(newCode(), { mailId: 'eml_1', language: 'en' }));
    const mails = await Promise.all(queued.map(({ id }) => instances[0]!.findMail(id, new Date())));
    const newest = Math.max(...queued.map(({ id }) => Number(id)));
    expect(mails.map((mail) => mail !== undefined)).toEqual(queued.map(({ id }) => Number(id) === newest));
  });
});
