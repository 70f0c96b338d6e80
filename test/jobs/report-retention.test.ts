import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { insert } from '../support/database/read-model.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { RETENTION } from '../support/gateway/retention.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

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
