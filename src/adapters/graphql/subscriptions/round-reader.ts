import DataLoader from 'dataloader';
import type { ReadLoader } from '../plans/reads/read-loader.ts';
import type { Round } from '../giveaways/round-types.ts';

/** Reads rounds by their ids; requests for the same round at the same moment share one read. */
export function createRoundReader(reads: ReadLoader): (id: string) => Promise<Round | null> {
  const rounds = new DataLoader<string, Round | null>(
    async (ids) => {
      const requested = new Map<string, Promise<Round | null | Error>>();
      for (const id of ids)
        if (!requested.has(id)) requested.set(id, reads.rootOne<Round>('round', { id }).catch(toError));
      return Promise.all(ids.map(async (id) => (await requested.get(id)) ?? null));
    },
    { cache: false },
  );
  return (id) => rounds.load(id);
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
