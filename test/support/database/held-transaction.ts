import type { SqlEntityManager } from '@mikro-orm/sql';
import { eventually } from '../eventually.ts';

/** A transaction whose work is done, and that waits to be committed. */
export interface HeldTransaction {
  commit(): Promise<void>;
}

/** Does this work in a transaction that stays open, with its locks. */
export async function holdTransaction(
  em: SqlEntityManager,
  work: (em: SqlEntityManager) => Promise<unknown>,
): Promise<HeldTransaction> {
  const isWorkDone = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const ended = em.transactional(async (transaction) => {
    await work(transaction);
    isWorkDone.resolve();
    await mayEnd.promise;
  });
  await Promise.race([isWorkDone.promise, ended]);
  return {
    commit() {
      mayEnd.resolve();
      return ended;
    },
  };
}

const BLOCKED = `
  select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Waits until so many statements wait for locks, or until this work has ended without waiting. */
export async function untilBlocked(
  em: SqlEntityManager,
  count: number,
  work?: Promise<unknown>,
): Promise<void> {
  let hasEnded = false;
  const end = () => (hasEnded = true);
  work?.then(end, end);
  await eventually(
    async () => hasEnded || Number((await em.execute<{ n: number }[]>(BLOCKED))[0]?.n) >= count,
    Boolean,
  );
}
