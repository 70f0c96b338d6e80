import { setTimeout as after } from 'node:timers/promises';

const PAUSES_MS = [250, 1_000];

/** Does work again, twice at most, after connections that were lost; other errors end it at once. */
export async function retry<T>(work: () => Promise<T>, isLost: (error: unknown) => boolean): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isLost(error)) throw error;
      await after(pause);
    }
  }
  return work();
}
