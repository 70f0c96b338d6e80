import type { LiveUpdates } from '../../ports/live-updates.ts';
import { openedRounds, openRound, type Schedule } from '../../../core/rounds/schedule.ts';
import { readChanges, type FoundChanges, type FoundGiveaway } from './read-changes.ts';
import type { Sql } from '../connection/sql.ts';

const INTERVAL_MS = 250;

interface FollowedOperation {
  readonly notices: Set<() => void>;
  stamp: string | undefined;
}

interface FollowedGiveaway {
  readonly notices: Set<(indexes: readonly number[]) => void>;
  /** Undefined until the first poll. */
  seen: Seen | undefined;
}

interface Seen extends FoundGiveaway {
  /** The index of the latest round that has opened, and whether it is still open. */
  readonly latest: number;
  readonly isOpen: boolean;
}

/**
 * Polls the read database for changes of operations and rounds; hot path `find-changes`. Calls `moved` when a poll finds new
 * steps of the projection, before the notifications.
 */
export function createLiveUpdates(
  { readSql }: { readonly readSql: Sql },
  moved: () => void,
): LiveUpdates & { close(): void } {
  const operations = new Map<string, FollowedOperation>();
  const giveaways = new Map<string, FollowedGiveaway>();
  let version = -1;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let mustRepeat = false;
  let closed = false;

  async function poll(): Promise<void> {
    const watched = { operations: new Map(operations), giveaways: new Map(giveaways) };
    const found = await readChanges(readSql, {
      operations: [...watched.operations.keys()],
      giveaways: [...watched.giveaways.keys()],
      fresh: [...watched.giveaways].flatMap(([id, { seen }]) => (seen ? [] : [id])),
      version,
    });
    if (found.version !== version) moved();
    ({ version } = found);
    for (const [id, followed] of watched.operations) noticeOperation(followed, found.operations.get(id));
    for (const [id, followed] of watched.giveaways) noticeRounds(followed, found.giveaways.get(id), found);
  }

  /** Polls now, or right after the poll that is running, which may have begun too early. */
  function pollNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isPolling) {
      mustRepeat = true;
      return;
    }
    if (closed || operations.size + giveaways.size === 0) {
      // A new follower is notified of the current state anyway, so that the steps until then do not matter.
      version = -1;
      return;
    }
    isPolling = true;
    poll()
      // An unavailable database is polled again.
      .catch(() => undefined)
      .finally(() => {
        isPolling = false;
        if (!mustRepeat) timer = setTimeout(pollNow, INTERVAL_MS).unref();
        else {
          mustRepeat = false;
          pollNow();
        }
      });
  }

  return {
    followOperation(id, notice) {
      const followed = operations.get(id) ?? { notices: new Set(), stamp: undefined };
      operations.set(id, followed);
      followed.notices.add(notice);
      if (followed.stamp === undefined) pollNow();
      else notice();
      return () => {
        followed.notices.delete(notice);
        if (followed.notices.size === 0 && operations.get(id) === followed) operations.delete(id);
      };
    },
    followRounds(giveawayId, notice) {
      const followed = giveaways.get(giveawayId) ?? { notices: new Set(), seen: undefined };
      giveaways.set(giveawayId, followed);
      followed.notices.add(notice);
      if (followed.seen === undefined) pollNow();
      else notice([followed.seen.latest]);
      return () => {
        followed.notices.delete(notice);
        if (followed.notices.size === 0 && giveaways.get(giveawayId) === followed)
          giveaways.delete(giveawayId);
      };
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function noticeOperation(followed: FollowedOperation, stamp: string | undefined): void {
  if (stamp === undefined || stamp === followed.stamp) return;
  followed.stamp = stamp;
  for (const notice of followed.notices) notice();
}

function noticeRounds(
  followed: FollowedGiveaway,
  moved: FoundGiveaway | undefined,
  { now }: FoundChanges,
): void {
  const before = followed.seen;
  const current = moved ?? before;
  if (current === undefined) return;
  const seen = { ...current, ...latestOf(current.schedule, now) };
  followed.seen = seen;
  const indexes = before === undefined ? [seen.latest] : changedRounds(before, seen);
  if (indexes.length > 0) for (const notice of followed.notices) notice(indexes);
}

function latestOf(schedule: Schedule, now: number): Pick<Seen, 'latest' | 'isOpen'> {
  return { latest: openedRounds(schedule, now) - 1, isOpen: openRound(schedule, now) !== undefined };
}

function changedRounds(before: Seen, seen: Seen): number[] {
  const indexes = new Set<number>();
  if (before.rounds !== seen.rounds) {
    for (const index of new Set([...before.rounds.keys(), ...seen.rounds.keys()]))
      if (before.rounds.get(index) !== seen.rounds.get(index)) indexes.add(index);
  }
  if (before.latest !== seen.latest || before.isOpen !== seen.isOpen) {
    if (before.isOpen) indexes.add(before.latest);
    indexes.add(seen.latest);
  }
  return [...indexes].toSorted((one, other) => one - other);
}
