import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { JobHandlers } from '../../src/adapters/jobs/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { createSharedDatabase, openInstance, type Instance, type SharedDatabase } from './opened.ts';

export let sharedDatabase: SharedDatabase;
const open: Instance[] = [];

/** Creates the shared database of a suite, and removes it after its instances have stopped. */
export function useSharedDatabase(): void {
  beforeAll(async () => {
    sharedDatabase = await createSharedDatabase();
  });
  afterEach(async () => {
    for (const instance of open.splice(0)) {
      await instance.database.sql.query({ name: '', text: 'delete from pgboss.job' }, []);
      await instance.close();
    }
  });
  afterAll(() => sharedDatabase.remove());
}

export async function start(
  handlers: JobHandlers,
  times?: Parameters<typeof openInstance>[2],
): Promise<Instance> {
  const instance = await openInstance(sharedDatabase, handlers, times);
  open.push(instance);
  return instance;
}

export const until = (isRight: () => boolean, withinMs = 30_000) =>
  eventually(async () => isRight(), Boolean, withinMs);
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
