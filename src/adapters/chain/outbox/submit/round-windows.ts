import { LRUCache } from 'lru-cache';
import type { OperationError } from '../../../../core/operations/operation.ts';
import { closesAt, opensAt, roundToEnter, type Schedule } from '../../../../core/rounds/schedule.ts';
import { hubInterface } from '../../hub/hub-interface.ts';
import { hubAddressAt } from '../hub-address.ts';
import type { Rpc } from '../../rpc/rpc.ts';

const MAX_CACHED = 1_000;

/** Adds the open times of rounds to errors, which the contracts do not report. */
export interface RoundWindows {
  /** Adds the round's window to an error about a closed round; returns the error unchanged if the chain does not answer. */
  explain(error: OperationError, hub: number): Promise<OperationError>;
}

/** Reads each giveaway's schedule once: it never changes. */
export function createRoundWindows(rpc: Rpc, hubs: ReadonlyMap<number, string>): RoundWindows {
  const schedules = new LRUCache<string, Promise<Schedule | undefined>>({ max: MAX_CACHED });

  async function read(giveaway: string, hub: number): Promise<Schedule | undefined> {
    try {
      const data = hubInterface.encodeFunctionData('giveawayOf', [giveaway]);
      const response = String(await rpc.call('eth_call', [{ to: hubAddressAt(hubs, hub), data }, 'latest']));
      const [schedule] = hubInterface.decodeFunctionResult('giveawayOf', response);
      return {
        startsAt: Number(schedule.startTime) * 1_000,
        endsAt: Number(schedule.endTime) * 1_000 || undefined,
        everyDays: Number(schedule.everyDays),
        activeDays: Number(schedule.activeDays),
      };
    } catch {
      // The rejection counts even without the window; the next one reads again.
      schedules.delete(giveaway);
      return undefined;
    }
  }

  return {
    async explain(error, hub) {
      const { giveaway, timestamp } = error.values ?? {};
      if (error.reason !== 'ROUND_NOT_ACTIVE' || typeof giveaway !== 'string') return error;
      let known = schedules.get(giveaway);
      if (known === undefined) schedules.set(giveaway, (known = read(giveaway, hub)));
      const schedule = await known;
      return schedule === undefined ? error : withWindow(error, schedule, Number(timestamp) * 1_000);
    },
  };
}

function withWindow(error: OperationError, schedule: Schedule, now: number): OperationError {
  const roundIndex = roundToEnter(schedule, now);
  const [opens, closes] = [opensAt(schedule, roundIndex), closesAt(schedule, roundIndex)];
  const toText = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');
  const until = closes === undefined ? 'has no end' : `closes at ${toText(closes)}`;
  return {
    ...error,
    message: `No round of the giveaway is open now: round ${roundIndex} opens at ${toText(opens)} and ${until}.`,
    values: { ...error.values, roundIndex, opensAt: opens / 1_000, closesAt: (closes ?? 0) / 1_000 },
  };
}
