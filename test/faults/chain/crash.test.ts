import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewOperation, Operation } from '../../../src/core/operations/operation.ts';
import { CRASH_POINTS, crashingAt, type CrashPoint } from '../../chain/outbox/support/crash.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../../chain/outbox/support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';
import { startWorker } from '../../chain/outbox/support/worker-process.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { describeWith } from '../../support/describe-with.ts';
import { findViolations, readOperationKeys, type Signature } from '../../support/chain/history.ts';

const WAVES = 9;
const LEASE_MS = 300;
const POINTS = CRASH_POINTS.map((point) => [`${point.when} its ${point.at} ${point.count}`, point] as const);

/** One chain and one database, with all requests and answers over all crashes. */
interface Scene {
  readonly chain: TestChain;
  readonly opened: OpenTestDatabase;
  readonly giveaway: string;
  readonly accepted: string[];
  readonly sent: string[];
  readonly answered: Operation[];
  readonly signed: Signature[];
}

describe('an instance that falls silent', () => {
  const scene = useScene();

  // To other instances this looks the same as a killed process.
  it.each(POINTS)('%s: every operation takes effect exactly once', async (_name, point) => {
    const { chain } = scene();
    const waves = newWaves(scene());
    await workUntilSilent(scene(), point, waves);
    await takeOver(scene(), waves);
    expect(await findViolations(chain, await historyOf(scene()))).toEqual([]);
  });
});

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a killed process', () => {
  const scene = useScene();

  it.each(POINTS)('%s: every operation takes effect exactly once', async (_name, crash) => {
    const { chain, opened } = scene();
    const waves = newWaves(scene());
    const worker = startWorker({
      databaseUrl: opened.url ?? '',
      rpcUrl: chain.url,
      chainId: Number(chain.chainId),
      hub: chain.hub,
      keys: chain.signers.map(({ privateKey }) => privateKey),
      leaseMs: LEASE_MS,
      waves,
      crash,
    });
    const record = await worker.ended;
    expect([record.signal, record.stderr]).toEqual(['SIGKILL', '']);
    for (const list of ['accepted', 'sent', 'answered', 'signed'] as const)
      (scene()[list] as unknown[]).push(...record[list]);

    await takeOver(scene(), waves);
    expect(await findViolations(chain, await historyOf(scene()))).toEqual([]);
  });
});

function useScene(): () => Scene {
  let scene: Scene | undefined;
  const get = () => {
    if (!scene) throw new Error('The scene is not set.');
    return scene;
  };
  beforeAll(async () => {
    const [chain, opened] = await Promise.all([startTestChain(), openTestDatabase()]);
    await chain.mintPassports(3);
    const giveaway = await chain.createGiveaway('crashes');
    scene = { chain, opened, giveaway, accepted: [], sent: [], answered: [], signed: [] };
  });
  afterAll(async () => {
    await get().opened.close();
    await get().chain.stop();
  });
  return get;
}

/** Issues, and one removal of more entries than exist: a failure is a response, too. */
function newWaves({ chain, giveaway }: Scene): NewOperation[][] {
  return Array.from({ length: WAVES }, (_, wave) =>
    [1, 2].map((passport) =>
      newOperation(
        chain,
        wave === 3 && passport === 2
          ? entryChange(giveaway, passport, 1_000_000, { remove: true })
          : entryChange(giveaway, passport, 1),
      ),
    ),
  );
}

async function workUntilSilent(
  { chain, opened, accepted, sent, answered, signed }: Scene,
  point: CrashPoint,
  waves: readonly (readonly NewOperation[])[],
): Promise<void> {
  let silence: () => void = () => undefined;
  const silent = new Promise<'silent'>((resolve) => (silence = () => resolve('silent')));
  const parts = partsOf(chain, opened.database, (signature) => signed.push(signature));
  const outside = crashingAt(point, parts, silence);
  const outbox = startTestOutbox(chain, { ...parts, ...outside, leaseMs: LEASE_MS });
  for (const wave of waves) {
    const ids = wave.map(({ id }) => id);
    sent.push(...ids);
    if ((await Promise.race([outbox.operations.submit(wave), silent])) === 'silent') break;
    accepted.push(...ids);
    const responses = await Promise.race([outbox.operations.wait(ids, 2_000), silent]);
    if (responses === 'silent') break;
    answered.push(...responses.flatMap((response) => response ?? []));
  }
  expect(await Promise.race([silent, Promise.resolve('loud')])).toBe('silent');
  // The instance cannot act any more; this ends its timers.
  void outbox.stop();
}

/** Another instance, which shares only the database, completes all operations. */
async function takeOver(
  { chain, opened, answered, signed }: Scene,
  waves: readonly (readonly NewOperation[])[],
): Promise<void> {
  const parts = partsOf(chain, opened.database, (signature) => signed.push(signature));
  const { operations, stop } = startTestOutbox(chain, { ...parts, leaseMs: LEASE_MS });
  const ids = waves.flat().map(({ id }) => id);
  const known = (await operations.wait(ids, 0)).flatMap((operation) => operation?.id ?? []);
  answered.push(...(await operations.wait(known, 10_000)).flatMap((response) => response ?? []));
  await stop();
}

async function historyOf({ opened, accepted, sent, answered, signed }: Scene) {
  const keys = await readOperationKeys(opened.database.sql);
  return { accepted, unanswered: sent, responses: answered, signed, keys };
}
