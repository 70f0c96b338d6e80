import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createReadsThread, type ReadsThread } from '../../src/app/reads/reads-thread.ts';
import type { DomainError } from '../../src/core/errors.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { createKey } from '../support/gateway/operator.ts';
import { newEmail } from '../support/listings.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';

const SEARCH = {
  query: '{ feed(first: 1, filter: { search: "sea" }) { edges { cursor } } }',
  variables: {},
  requestId: 'one-id-for-all',
};
const request = { ...SEARCH, operationName: undefined, accept: undefined };

const STARTED_WITHIN_MS = 40_000;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'the thread of costly reads', () => {
  let gateway: Gateway;
  let locks: Client;
  beforeAll(async () => {
    gateway = await startGateway();
    locks = new Client({ connectionString: gateway.variables['DATABASE_URL'] });
    await locks.connect();
  });
  afterAll(async () => {
    await locks.end();
    await gateway.stop();
  });

  let thread: ReadsThread;
  let counted: string[];
  let ended: unknown[];
  let failed: unknown[];
  const start = (limits?: Parameters<typeof createReadsThread>[2]) => {
    thread = createReadsThread(
      {
        databaseUrl: gateway.variables['DATABASE_URL'] ?? '',
        readUrl: undefined,
        publicUrl: gateway.url,
        introspection: false,
        tracing: undefined,
      },
      {
        counted: (outcome) => counted.push(outcome),
        failed: (error) => failed.push(error),
        planFailed: () => undefined,
        errors: () => undefined,
        ended: (error) => ended.push(error),
        uncaught: () => undefined,
        warn: () => undefined,
      },
      limits,
    );
  };
  beforeEach(() => {
    [counted, ended, failed] = [[], [], []];
  });
  afterEach(() => thread.stop());

  const codeOf = (reading: Promise<unknown>) =>
    reading.then(
      () => 'answered',
      ({ code, retryAfterSeconds }: DomainError) => [code, retryAfterSeconds],
    );
  /** Waits for the thread to answer: its start from source takes seconds. */
  const responses = () =>
    eventually(
      () => codeOf(thread.executeGraphql(request)),
      (code) => code === 'answered',
      STARTED_WITHIN_MS,
    );
  /** Keeps all readers of listings waiting meanwhile. */
  async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    await locks.query('begin; lock table listing in access exclusive mode');
    try {
      return await work();
    } finally {
      await locks.query('rollback');
    }
  }

  it('keeps the reads that come while it starts, however long that takes', async () => {
    start({ longestReadMs: STARTED_WITHIN_MS, longestWaitMs: 1_500 });
    const first = Array.from({ length: 3 }, () => codeOf(thread.executeGraphql(request)));
    expect(new Set(await Promise.all(first))).toEqual(new Set(['answered']));
  });

  it('is ended when a read is stuck, refuses what it had, and is started again', async () => {
    start({ longestReadMs: 1_000, longestWaitMs: 2_000 });
    expect(await responses()).toBe('answered');
    [counted, ended] = [[], []];
    const codes = await whileLocked(() =>
      Promise.all([codeOf(thread.executeGraphql(request)), codeOf(thread.executeGraphql(request))]),
    );
    expect(codes).toEqual([
      ['SERVICE_UNAVAILABLE', 2],
      ['SERVICE_UNAVAILABLE', 2],
    ]);
    expect(counted).toEqual(['refused', 'refused']);
    expect(ended).toEqual([expect.objectContaining({ message: 'A costly read did not end.' })]);
    // At once, without waiting for the thread.
    expect(await codeOf(thread.executeGraphql(request))).toEqual(['SERVICE_UNAVAILABLE', 2]);
    expect(await responses()).toBe('answered');
  });

  it('refuses a read whose statement takes too long, and goes on', async () => {
    start();
    expect(await responses()).toBe('answered');
    const response = await whileLocked(() => thread.executeGraphql(request));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(failed).toEqual([expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })]);
    expect(await codeOf(thread.executeGraphql(request))).toBe('answered');
    expect(ended).toEqual([]);
  });

  it('goes on after a document that it cannot validate', async () => {
    start();
    expect(await responses()).toBe('answered');
    expect(await thread.validate('{ feed {')).toBeUndefined();
    expect(await thread.validate('{ nothing }')).toMatchObject({ errors: [{ positions: [2] }] });
    expect(ended).toEqual([]);
  });

  it('refuses what waits when it is stopped, and leaves no connection behind', async () => {
    start();
    expect(await responses()).toBe('answered');
    // If the stop takes long, its statement takes too long meanwhile.
    const status = await whileLocked(async () => {
      const reading = thread.executeGraphql(request).then(
        (response) => response.status,
        () => 503,
      );
      await thread.stop();
      return reading;
    });
    expect(status).toBe(503);
    const connections = async () => {
      const { rows } = await locks.query(
        "select count(*) from pg_stat_activity where datname = current_database() and application_name like 'giveaways costly%'",
      );
      return Number(rows[0].count);
    };
    expect(await eventually(connections, (count) => count === 0)).toBe(0);
  });

  it("answers mutations while callers' reads wait, and refuses reads beyond the limit at once", async () => {
    start();
    const read = (index: number) =>
      gateway.graphql(
        `{ feed(first: 1) { a${index}: pageInfo { hasNextPage } } }`,
        {},
        gateway.operatorToken,
      );
    const errors = await whileLocked(async () => {
      const reads = Promise.all(Array.from({ length: 200 }, (_, index) => read(index)));
      expect(await createKey(gateway, newEmail())).toHaveProperty('secret');
      return (await reads).map(({ body }) => body.errors[0]);
    });
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['SERVICE_UNAVAILABLE']),
    );
    const refused = errors.filter(({ message }) => message.includes('too many requests'));
    // 8 run, and 128 wait.
    expect(refused.length).toBeGreaterThanOrEqual(200 - 136);
  });
});
