import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer, Json } from '../support/http.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const codesOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ extensions }: Json) => extensions.code);

// Jest fails a test during which a rejection is left unhandled.
describe('a field whose arguments are wrong beside fields that fail', () => {
  it.each([
    [
      'of the feed',
      'query ($p: String = "x") { a: feed(first: 1, last: 1) { edges { cursor } } b: feed(filter: { platforms: [$p] }) { edges { cursor } } }',
      { p: null },
    ],
    [
      'of giveaways',
      'query ($n: SafeInt = 1) { a: giveaways(first: 1, last: 1) { nodes { id } } b: passport(passportId: $n) { id } }',
      { n: null },
    ],
  ])('leaves no rejection unhandled: %s', async (_what, query, variables) => {
    const answer = await gateway.graphql(query, variables);
    expect(codesOf(answer)).toContain('INVALID_PAYLOAD');
  });
});

describe('a read that the database gives up', () => {
  /** Lets every statement on a table fail as one does that takes too long, and counts the attempts. */
  const failing = async (table: string, work: () => Promise<void>): Promise<number> => {
    await gateway.onDatabase(async (em) => {
      for (const statement of [
        'create sequence attempts',
        `create function give_up() returns boolean language plpgsql as $$ begin
           perform nextval('attempts');
           raise exception 'canceling statement due to statement timeout' using errcode = '57014';
         end $$`,
        `alter table ${table} rename to kept`,
        `create view ${table} as select * from kept where (select give_up())`,
      ])
        await em.execute(statement);
    });
    try {
      await work();
    } finally {
      await gateway.onDatabase(async (em) => {
        await em.execute(`drop view ${table}`);
        await em.execute(`alter table kept rename to ${table}`);
        await em.execute('drop function give_up()');
      });
    }
    return gateway.onDatabase(async (em) => {
      const [row] = await em.execute<{ last_value: string }[]>('select last_value from attempts');
      await em.execute('drop sequence attempts');
      return Number(row?.last_value);
    });
  };
  const fallbacks = async (labels: string) => {
    const { text } = await gateway.rest('GET', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`graphql_plan_fallback_total{${labels}}`));
    return Number(line?.split(' ')[1] ?? 0);
  };

  it.each([
    ['feed', 'listing', 'query F { feed { edges { node { id } } } }', 'feed'],
    ['reads', 'giveaway', 'query G { giveaways { nodes { id } } }', 'giveaways'],
  ])('fails its request once, and may be tried again: %s', async (plan, table, query, field) => {
    const labels = `plan="${plan}",reason="failed"`;
    const before = await fallbacks(labels);
    const attempts = await failing(table, async () => {
      const answer = await gateway.graphql(query);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.body).toMatchObject({
        data: null,
        errors: [{ path: [field], extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }],
      });
    });
    expect(attempts).toBe(1);
    expect(await fallbacks(labels)).toBe(before + 1);
    expect((await gateway.graphql(query)).status).toBe(200);
  });

  it('counts what the executor answers in place of a plan', async () => {
    const labels = ['plan="feed",reason="refused"', 'plan="feed",reason="variables"'];
    const before = await Promise.all(labels.map(fallbacks));
    await gateway.graphql('{ feed(first: 0) { edges { cursor } } }');
    await gateway.graphql('query ($n: Int) { feed(first: $n) { edges { cursor } } }', { n: 'x' });
    expect(await Promise.all(labels.map(fallbacks))).toEqual(before.map((count) => count + 1));
  });
});
