import type { DrawnGiveaway, DueDraws } from '../../../src/core/draws/due-draws.ts';
import type { FakePorts } from './ports.ts';

/** The keeper's view of a read model that the test changes. */
export interface FakeDueDraws extends DueDraws {
  readonly giveaways: Map<string, { readonly giveaway: DrawnGiveaway; at: number | null; due: number }>;
  /** Decided and void rounds, as `giveaway index`. */
  readonly settled: Set<string>;
  /** Whether the read model shows which rounds are taken. */
  showsTaken: boolean;
  spent: bigint;
}

export function createDueDraws(
  { roundClaims }: Pick<FakePorts, 'roundClaims'>,
  keeper: string,
): FakeDueDraws {
  const isTaken = async (giveaway: string, round: number): Promise<boolean> => {
    const probe = { giveaway, round, need: 'winner', operationId: 'opn_probe', keeper } as const;
    if (!(await roundClaims.take(probe))) return true;
    await roundClaims.release(probe.operationId);
    return false;
  };
  let before = Number.NEGATIVE_INFINITY;
  const draws: FakeDueDraws = {
    giveaways: new Map(),
    settled: new Set(),
    showsTaken: true,
    spent: 0n,
    async find(now, limit) {
      const found = [...draws.giveaways.values()]
        .filter(({ at }) => at !== null && at <= now)
        .toSorted((a, b) => Number(a.at) - Number(b.at))
        .slice(0, limit)
        .map(({ giveaway }) => giveaway);
      if (before > now + 600_000) for (const each of draws.giveaways.values()) each.at = 0;
      before = now;
      return found;
    },
    unsettled: async ({ giveaway }, closed, limit) =>
      Promise.all(
        Array.from({ length: closed }, (_, index) => index)
          .filter((index) => !draws.settled.has(`${giveaway} ${index}`))
          .slice(0, limit)
          .map(async (index) => ({
            index,
            isTaken: draws.showsTaken && (await isTaken(giveaway, index)),
          })),
      ),
    checkAgain: async (key, due, at) => void Object.assign(draws.giveaways.get(key) ?? {}, { due, at }),
    async reserve({ cost }, budget) {
      if (draws.spent + cost > budget) return false;
      draws.spent += cost;
      return true;
    },
    state: () => Promise.reject(new Error('The keeper does not read its state.')),
  };
  return draws;
}
