import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { ChainReads } from '../../ports/chain-reads.ts';
import type { ChangePosition } from '../../ports/live-updates.ts';
import type { ReadLoader } from '../plans/reads/read-loader.ts';
import type { Round } from '../giveaways/round-types.ts';

/** The rounds that are shared at most; others are read once more. */
const MOST_SHARED = 1_000;

/** Reads for the subscriptions of all clients, so that those to one giveaway share their reads. */
export interface RoundReader {
  hasGiveaway(id: string): Promise<boolean>;
  /** The round as at a position or later, with one read for all that ask at the same position; null when there is none. */
  findRound(id: string, position: ChangePosition): Promise<Round | null>;
}

export function createRoundReader(chainReads: ChainReads, reads: ReadLoader): RoundReader {
  let running: Promise<unknown> = Promise.resolve();
  const giveaways = new DataLoader<string, boolean>(
    (ids) => {
      const found = findGiveaways(chainReads, new Set(ids));
      running = found.catch(() => undefined);
      return found.then((known) => ids.map((id) => known.has(id)));
    },
    // What is asked for during a read is read after it, together.
    { cache: false, batchScheduleFn: (dispatch) => void running.then(dispatch) },
  );
  const rounds = new LRUCache<string, SharedRound>({ max: MOST_SHARED });
  return {
    hasGiveaway: (id) => giveaways.load(id),
    findRound(id, { version, at }) {
      const shared = rounds.get(id);
      if (shared?.version === version && shared.at === at) return shared.round;
      const round = reads.rootOne<Round>('round', { id });
      rounds.set(id, { version, at, round });
      round.catch(() => {
        if (rounds.get(id)?.round === round) rounds.delete(id);
      });
      return round;
    },
  };
}

interface SharedRound extends Omit<ChangePosition, 'readAt'> {
  readonly round: Promise<Round | null>;
}

async function findGiveaways(chainReads: ChainReads, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const keys = [...ids].map((id) => [id]);
  const rows = await chainReads.read('giveaway', keys, ['giveaway.id']);
  return new Set(rows.map(([, id]) => String(id)));
}
