import { expect, it } from '@jest/globals';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { insert } from '../support/database/read-model.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const gateway = sharedByTests(startGateway);

it('removes what reporters wrote seven months after the decision, and reports after three years, or after one without a decision', async () => {
  const days = { young: 211, old: 215, ancient: 1_100 };
  // Decided now at first: the gateway's own purge may run between the statements.
  const decisions = Object.keys(days).map((id) => ({
    id,
    listing_id: 'lst_1',
    kind: 'DISMISS',
    reason: 'r',
    decided_at: ago(0),
  }));
  const report = (id: string, age: number, decision_id: string | null) => ({
    id,
    listing_id: 'lst_1',
    title: 't',
    landing_url: 'u',
    reason: 'SCAM',
    text: 'What I saw',
    email: 'me@example.com',
    network_key: id,
    secret_hash: id,
    created_at: ago(age),
    decision_id,
  });
  const left = await gateway.onDatabase(async (em, sql) => {
    await insert(em, 'listing_decision', decisions);
    await insert(em, 'listing_report', [
      ...Object.entries(days).map(([id, age]) => report(id, age, id)),
      report('open', 364, null),
      report('forgotten', 366, null),
    ]);
    for (const [id, age] of Object.entries(days))
      await em.execute('update listing_decision set decided_at = ? where id = ?', [ago(age), id]);
    expect(await purgeExpired(sql, RETENTION)).toEqual({ isDone: true, failures: [] });
    return {
      reports: await em.execute('select id, text, email from listing_report order by id'),
      decisions: await em.execute('select id from listing_decision order by id'),
    };
  });
  expect(left).toEqual({
    reports: [
      { id: 'old', text: null, email: null },
      { id: 'open', text: 'What I saw', email: 'me@example.com' },
      { id: 'young', text: 'What I saw', email: 'me@example.com' },
    ],
    decisions: [{ id: 'old' }, { id: 'young' }],
  });
});

it('keeps what was written while an objection waits or was decided of late, and removes objections with their decisions', async () => {
  const objections = {
    waiting: { decided: 300, result: null },
    settled: { decided: 300, result: 40 },
    fresh: { decided: 300, result: 20 },
    silent: { decided: 500, result: 215 },
    ancient: { decided: 1_100, result: 900 },
  };
  const rows = Object.entries(objections);
  const left = await gateway.onDatabase(async (em, sql) => {
    await em.execute('truncate listing_objection, listing_report, listing_decision');
    // Decided now at first: the gateway's own purge may run between the statements.
    const base = { listing_id: 'lst_1', reason: 'r' };
    await insert(
      em,
      'listing_decision',
      rows.map(([id]) => ({ ...base, id, kind: 'DISMISS', decided_at: ago(0) })),
    );
    await insert(
      em,
      'listing_report',
      rows.map(([id]) => ({
        ...base,
        id,
        title: 't',
        landing_url: 'u',
        text: 'What I saw',
        network_key: '',
        secret_hash: id,
        created_at: ago(0),
        decision_id: id,
      })),
    );
    await insert(
      em,
      'listing_objection',
      rows.map(([id]) => ({
        id,
        side: 'REPORTER',
        decision_id: id,
        listing_id: 'lst_1',
        report_id: id,
        text: 'Why',
        created_at: ago(0),
      })),
    );
    for (const [id, { decided, result }] of rows) {
      if (result !== null)
        await em.execute(`update listing_objection set result = 'REJECTED', decided_at = ? where id = ?`, [
          ago(result),
          id,
        ]);
      await em.execute('update listing_decision set decided_at = ? where id = ?', [ago(decided), id]);
    }
    expect(await purgeExpired(sql, RETENTION)).toEqual({ isDone: true, failures: [] });
    return em.execute(`select r.id, r.text, o.text as objection
      from listing_report r left join listing_objection o on o.report_id = r.id order by r.id`);
  });
  expect(left).toEqual([
    { id: 'fresh', text: 'What I saw', objection: 'Why' },
    { id: 'settled', text: null, objection: 'Why' },
    { id: 'silent', text: null, objection: null },
    { id: 'waiting', text: 'What I saw', objection: 'Why' },
  ]);
});
