import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import type { LaneWorker } from '../../src/adapters/chain/outbox/lane-worker.ts';
import { createOutbox, type Outbox } from '../../src/adapters/chain/outbox/outbox.ts';
import { createCustody } from '../../src/adapters/custody/custody.ts';
import { ids } from '../../src/runtime/ids.ts';
import { createOperationStore } from '../../src/adapters/postgres/operations/operation-store.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import type { NewOperation } from '../../src/core/operations/operation.ts';
import { startChainThread } from '../../src/app/chain/chain-thread.ts';
import { createFeeCap } from '../../src/app/settings/fee-cap.ts';
import { startTestChain } from '../support/chain/anvil.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { entryChange, newOperation } from './outbox/support/harness.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PASSPORTS = 5;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', "the chain's worker thread", () => {
  const chain = sharedByTests(startTestChain);
  const opened = sharedByTests(openTestDatabase);
  const directory = temporaryDirectory('thread');
  let giveaway: string;
  let passport: string;
  beforeAll(async () => {
    await chain.mintPassports(PASSPORTS);
    giveaway = await chain.createGiveaway('threads');
    passport = String(await chain.contract.getFunction('passport')());
    const custody = await createCustody({
      keyEncryptionKeys: undefined,
      directory,
      production: false,
      ids,
      clock: { now: () => new Date() },
    });
    const key = Buffer.from(chain.signers[0]?.privateKey.slice(2) ?? '', 'hex');
    const wallet = await custody.walletKeys.import({ purpose: 'SIGNER', label: 'signer' }, key);
    await createStores(opened.database, ids).wallets.add(wallet);
  });

  let outbox: Outbox;
  let thread: LaneWorker | undefined;
  let reported: {
    settled: string[];
    heads: number[];
    notes: string[];
    reserved: number[];
    ended: unknown[];
    uncaught: string[];
  };
  let hasReaders: boolean;
  function start(url = chain.url): void {
    reported = { settled: [], heads: [], notes: [], reserved: [], ended: [], uncaught: [] };
    hasReaders = false;
    let reads = 0;
    outbox = createOutbox(createOperationStore(opened.database.sql, chain.chainId), (settled) => {
      thread = startChainThread(
        {
          databaseUrl: opened.url ?? '',
          keyEncryptionKeys: undefined,
          directory,
          production: false,
          tracing: undefined,
          site: {
            url,
            chainId: Number(chain.chainId),
            hubs: [{ hubIndex: 0, hub: chain.hub, passport, startBlock: 0 }],
            confirmations: 1,
            feeCap: createFeeCap(500),
            isEmbedded: false,
            sharesDatabase: true,
          },
        },
        {
          settled(ids) {
            reported.settled.push(...ids);
            settled(ids);
          },
          note(event, { transactions }) {
            reported.notes.push(event);
            if (event === 'reserved') reported.reserved.push(Number(transactions));
          },
          signed: () => undefined,
          publicReads: () => (hasReaders ? (reads += 100) : reads),
          advanced: () => undefined,
          progress: ({ head }) => reported.heads.push(head),
          otherChain: () => undefined,
          warn: () => undefined,
          ended: (error) => reported.ended.push(error),
          uncaught: (kind) => reported.uncaught.push(kind),
        },
      );
      return thread;
    });
  }
  beforeEach(() => start());
  afterEach(() => outbox.stop());

  const issue = (count: number): NewOperation[] =>
    Array.from({ length: count }, (_, place) =>
      newOperation(chain, entryChange(giveaway, 1 + (place % PASSPORTS), 1)),
    );
  const entries = async (): Promise<number> => {
    const entryCounts = Array.from({ length: PASSPORTS }, (_, place) => chain.entriesOf(giveaway, 1 + place));
    return (await Promise.all(entryCounts)).reduce((sum, each) => sum + each, 0);
  };
  async function carryOut(operations: readonly NewOperation[]): Promise<unknown[]> {
    await outbox.operations.submit(operations);
    const responses = await outbox.operations.wait(
      operations.map(({ id }) => id),
      25_000,
    );
    return responses.map((response) => response?.status);
  }
  /** The number of the thread's connections to the database. */
  async function connections(): Promise<number> {
    const statement = {
      name: '',
      text: `select count(*) from pg_stat_activity
        where datname = current_database() and application_name = 'giveaways chain'`,
    };
    return Number((await opened.database.sql.query(statement, []))[0]?.[0]);
  }
  /** A running thread has message ports. */
  const ports = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

  it('receives accepted operations and reports those that it has settled', async () => {
    const operations = issue(20);
    const before = await entries();
    expect(new Set(await carryOut(operations))).toEqual(new Set(['CONFIRMED']));
    expect(await entries()).toBe(before + 20);
    // The thread's message may arrive after the outcome is stored.
    const settled = await eventually(
      () => Promise.resolve(new Set(reported.settled)),
      ({ size }) => size === operations.length,
    );
    expect(settled).toEqual(new Set(operations.map(({ id }) => id)));
    expect(reported.notes).toContain('broadcast');
    expect(
      await eventually(
        () => Promise.resolve(reported.heads.at(-1) ?? 0),
        (head) => head > 0,
      ),
    ).toBeGreaterThan(0);
    expect(await connections()).toBeGreaterThan(0);
  });

  it('works in small steps while public reads run, and otherwise in large ones', async () => {
    const largestStep = async () => {
      reported.reserved.length = 0;
      expect(new Set(await carryOut(issue(300)))).toEqual(new Set(['CONFIRMED']));
      return Math.max(...reported.reserved);
    };
    expect(await largestStep()).toBeGreaterThan(1);
    hasReaders = true;
    expect(await eventually(largestStep, (most) => most === 1)).toBe(1);
    hasReaders = false;
    expect(await eventually(largestStep, (most) => most > 1)).toBeGreaterThan(1);
  });

  it('is restarted when it ends by itself, and loses nothing', async () => {
    expect(await carryOut(issue(1))).toEqual(['CONFIRMED']);
    const before = await entries();
    const operations = issue(20);
    await outbox.operations.submit(operations);
    thread?.poke(undefined as never);
    expect(new Set(await carryOut(operations))).toEqual(new Set(['CONFIRMED']));
    expect(reported.ended).toEqual([
      expect.objectContaining({ message: expect.stringContaining('iterable') }),
    ]);
    expect(reported.uncaught).toEqual(['uncaughtException']);
    expect(await entries()).toBe(before + 20);
  });

  it('is gone after a stop, and has released its lanes', async () => {
    const others = ports();
    expect(await carryOut(issue(1))).toEqual(['CONFIRMED']);
    await outbox.stop();
    expect(reported.ended).toEqual([]);
    expect(ports()).toBeLessThan(others);
    expect(await eventually(connections, (count) => count === 0)).toBe(0);
    const lanes = { name: '', text: 'select count(*) from chain_lane where owner is not null' };
    expect(await opened.database.sql.query(lanes, [])).toEqual([['0']]);
  });

  it('is not restarted when it is stopped meanwhile', async () => {
    thread?.poke(undefined as never);
    await eventually(
      () => Promise.resolve(reported.ended.length),
      (count) => count > 0,
    );
    const others = ports();
    await outbox.stop();
    // The restart would come after half a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(ports()).toBe(others);
    expect(reported.ended).toHaveLength(1);
  });

  it("is terminated when a node's silence keeps it from stopping", async () => {
    await outbox.stop();
    const silent = await listen();
    try {
      start(`http://127.0.0.1:${(silent.address() as { readonly port: number }).port}`);
      expect(await eventually(connections, (count) => count > 0)).toBeGreaterThan(0);
      await outbox.stop();
      expect(await eventually(connections, (count) => count === 0)).toBe(0);
    } finally {
      silent.close();
    }
    // Sooner than the timeout of a request.
  }, 15_000);
});

/** A node that accepts requests and never answers. */
async function listen(): Promise<Server> {
  const server = createServer((socket) => socket.unref().on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
