import { beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { startGateway } from '../../support/gateway/gateway.ts';
import { HOSTILE_REQUESTS, toJson, type HostileRequest } from '../../support/graphql/hostile-requests.ts';
import { measureBlocking, MAX_BLOCKED_MS } from '../../support/faults/event-loop.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { exchange } from '../../support/http/raw.ts';
import { giveawayIdOf } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

const codesOf = ({ body }: HttpResponse): string[] =>
  (body.errors ?? []).map(({ extensions }: Json) => extensions.code);

const MAX_REPEATED = 100;

function expectRefusal(errors: readonly Json[], sent: string): void {
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(5);
  for (const { message, extensions } of errors) {
    expect(extensions).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), retryable: false });
    expect(message).not.toMatch(/did you mean/i);
    for (let start = 0; start + MAX_REPEATED < message.length; start += 1)
      expect(sent.includes(message.slice(start, start + MAX_REPEATED + 1))).toBe(false);
  }
}

/** The first response to a subscription with this payload: errors, or the close code of the connection. */
async function subscribe(payload: string): Promise<Json> {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  try {
    return await new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
      socket.once('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', (data) => {
        const message: Json = JSON.parse((data as Buffer).toString());
        if (message.type === 'connection_ack')
          socket.send(`{"id":"a","type":"subscribe","payload":${payload}}`);
        else if (message.type !== 'complete') resolve(message.payload.errors ?? message.payload);
      });
    });
  } finally {
    socket.terminate();
  }
}

// These requests are unusual but valid.
const ANSWERED = new Set([
  'a long id',
  'fields that repeat each other',
  '490 inline fragments within each other',
]);

describe('a hostile request', () => {
  const requests = Object.entries(HOSTILE_REQUESTS);
  let logged = 0;
  beforeEach(() => {
    logged = gateway.log.length;
  });
  const failuresLogged = () =>
    gateway.log.slice(logged).filter((line) => Number(JSON.parse(line).level) >= 50);

  it.each(requests)('is answered by POST at once and briefly: %s', async (what, request) => {
    const body = toJson(request);
    for (const key of [undefined, gateway.operatorToken]) {
      const { result, ms } = await measureBlocking(() => gateway.rest('POST', '/graphql', { body, key }));
      expect(ms).toBeLessThan(MAX_BLOCKED_MS);
      expect([200, 400, 413]).toContain(result.status);
      if (ANSWERED.has(what)) expect(result.body.errors).toBeUndefined();
      else expectRefusal(result.body.errors, body);
    }
    expect(failuresLogged()).toEqual([]);
  });

  const search = ({ query, variables, operationName, extensions }: HostileRequest) => {
    const parameters = new URLSearchParams();
    if (typeof query === 'string') parameters.set('query', query);
    if (variables !== undefined) parameters.set('variables', toJson(variables));
    if (typeof operationName === 'string') parameters.set('operationName', operationName);
    if (extensions !== undefined) parameters.set('extensions', toJson(extensions));
    return parameters.toString();
  };
  const short = requests.filter(([, request]) => search(request).length < 16_000);

  it.each(short)('is answered by GET at once and briefly: %s', async (what, request) => {
    const path = `/graphql?${search(request)}`;
    const headers = { 'apollo-require-preflight': 'yes' };
    const { result, ms } = await measureBlocking(() => gateway.rest('GET', path, { headers }));
    expect(ms).toBeLessThan(MAX_BLOCKED_MS);
    expect([200, 400, 405]).toContain(result.status);
    if (ANSWERED.has(what)) expect(result.body.errors).toBeUndefined();
    else expectRefusal(result.body.errors, decodeURIComponent(path.replaceAll('+', ' ')));
    expect(failuresLogged()).toEqual([]);
  });

  it('is answered with 431 by GET when it is longer than headers may be', async () => {
    const target = `/graphql?query=${'x'.repeat(17_000)}`;
    const { status } = await exchange(gateway.port, [`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`]);
    expect(status).toBe(431);
  });

  it.each(requests)('is answered over a WebSocket at once and briefly: %s', async (_what, request) => {
    const payloads = [toJson(request)];
    if (request.variables !== undefined)
      payloads.push(
        toJson({
          ...request,
          query: 'subscription ($v: ID!) { roundUpdated(giveaway: $v) { id } }',
        }),
      );
    for (const payload of payloads) {
      const { result, ms } = await measureBlocking(() => subscribe(payload));
      expect(ms).toBeLessThan(MAX_BLOCKED_MS);
      // 4400: not a message of the protocol. 1009: too large a message.
      if (Array.isArray(result)) expectRefusal(result, payload);
      else expect([1009, 4400]).toContain(result.code);
    }
    expect(failuresLogged()).toEqual([]);
  });

  it.each([
    [
      'members that come twice',
      '{"query":"{ nothing }","query":"{ __typename }","variables":{"a":1,"a":2}}',
      200,
    ],
    ['a __proto__ with members', '{"query":"{ __typename }","__proto__":{"query":1,"toJSON":1}}', 200],
    ['nothing but brackets', '['.repeat(60_000), 400],
    ['a list of lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
    ['a text without an end', `{"query":"${'a'.repeat(60_000)}`, 400],
    ['nothing but spaces', ' '.repeat(60_000), 400],
    ['escapes without an end', `{"query":"${'\\u00'.repeat(10_000)}"}`, 400],
    ['digits without an end', `{"query":${'9'.repeat(60_000)}}`, 400],
    ['half of a surrogate pair', '{"query":"{ __typename } # \\ud800"}', 400],
  ])('is answered at once when no library would produce it: %s', async (_what, body, status) => {
    for (const key of [undefined, gateway.operatorToken]) {
      const { result, ms } = await measureBlocking(() => gateway.rest('POST', '/graphql', { body, key }));
      expect(ms).toBeLessThan(MAX_BLOCKED_MS);
      expect(result.status).toBe(status);
    }
    const { ms } = await measureBlocking(() => subscribe(body));
    expect(ms).toBeLessThan(MAX_BLOCKED_MS);
    expect(failuresLogged()).toEqual([]);
  });

  it('does not repeat a long subscription id in the close reason when the id is used twice', async () => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise<[number, string]>((resolve) =>
      socket.once('close', (code, reason) => resolve([code, String(reason)])),
    );
    await gateway.onDatabase(seedSummer);
    const query = `subscription { roundUpdated(giveaway: "${giveawayIdOf(SUMMER.endless)}") { id } }`;
    const payload = { query: query.padEnd(20_000) };
    const message = JSON.stringify({ id: 'x'.repeat(5_000), type: 'subscribe', payload });
    socket.once('open', () => socket.send('{"type":"connection_init"}'));
    socket.once('message', () => [message, message].forEach((each) => socket.send(each)));
    const [code, reason] = await closed;
    expect(code).toBe(4409);
    expect(reason.length).toBeLessThanOrEqual(MAX_REPEATED);
    expect(failuresLogged()).toEqual([]);
  });
});

// Jest fails a test during which a rejection is left unhandled.
describe('a field with wrong arguments beside failing fields', () => {
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
    const response = await gateway.graphql(query, variables);
    expect(codesOf(response)).toContain('INVALID_PAYLOAD');
  });
});

it('refuses a subscription by POST whose root field a variable omits', async () => {
  const query =
    'subscription ($no: Boolean = false) { roundUpdated(giveaway: "1") @include(if: $no) { id } }';
  for (const key of [undefined, gateway.operatorToken]) {
    const response = await gateway.graphql(query, {}, key);
    expect([response.status, codesOf(response)]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
  }
});

describe('a read that the database cancels', () => {
  /** Makes every statement on a table fail as one that takes too long, and counts the attempts. */
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
    const text = await gateway.metrics();
    const line = text.split('\n').find((each) => each.startsWith(`graphql_plan_fallback_total{${labels}}`));
    return Number(line?.split(' ')[1] ?? 0);
  };

  it.each([
    ['feed', 'listing', 'query F { feed { edges { node { id } } } }', 'feed'],
    ['reads', 'giveaway', 'query G { giveaways { nodes { id } } }', 'giveaways'],
  ])('fails its request once with a retryable error: %s', async (plan, table, query, field) => {
    const labels = `plan="${plan}",reason="failed"`;
    const before = await fallbacks(labels);
    const attempts = await failing(table, async () => {
      const response = await gateway.graphql(query);
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.body).toMatchObject({
        data: null,
        errors: [{ path: [field], extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }],
      });
    });
    expect(attempts).toBe(1);
    expect(await fallbacks(labels)).toBe(before + 1);
    expect((await gateway.graphql(query)).status).toBe(200);
  });

  it('increases the count of plan fallbacks when the executor answers', async () => {
    const labels = 'plan="feed",reason="variables"';
    const before = await fallbacks(labels);
    await gateway.graphql('{ feed(first: 0) { edges { cursor } } }');
    await gateway.graphql('query ($n: Int) { feed(first: $n) { edges { cursor } } }', { n: 'x' });
    expect(await fallbacks(labels)).toBe(before + 2);
  });
});
