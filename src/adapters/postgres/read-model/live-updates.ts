import type { ChangePosition, LiveUpdates, RoundChanges } from '../../ports/live-updates.ts';
import { openedRounds, openRound, type Schedule } from '../../../core/rounds/schedule.ts';
import { readChanges, type FoundChanges, type FoundGiveaway } from './read-changes.ts';
import type { Sql } from '../connection/sql.ts';

const INTERVAL_MS = 250;
/** How many missed rounds a follower is notified of; more are a gap. */
const MOST_MISSED = 100;

interface FollowedOperation {
  readonly notices: Set<() => void>;
  stamp: string | undefined;
}

interface Follower {
  readonly since: ChangePosition | undefined;
  readonly notice: (changes: RoundChanges) => void;
}

interface FollowedGiveaway {
  readonly followers: Set<Follower>;
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
  /** The clocks of the chain and of the database at the last poll. */
  let at = 0;
  let readAt = 0;
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
    version = found.version;
    at = found.now;
    readAt = found.readAt;
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
    followRounds(giveawayId, since, notice) {
      const followed = giveaways.get(giveawayId) ?? { followers: new Set(), seen: undefined };
      const follower = { since, notice };
      giveaways.set(giveawayId, followed);
      followed.followers.add(follower);
      if (followed.seen === undefined) pollNow();
      else notice(firstChanges(followed.seen, since, { version, at, readAt }));
      return () => {
        followed.followers.delete(follower);
        if (followed.followers.size === 0 && giveaways.get(giveawayId) === followed)
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
  { now, version, readAt }: FoundChanges,
): void {
  const before = followed.seen;
  const current = moved ?? before;
  if (current === undefined) return;
  const seen = { ...current, ...latestOf(current.schedule, now) };
  followed.seen = seen;
  const position = { version, at: now, readAt };
  if (before === undefined)
    for (const { since, notice } of followed.followers) notice(firstChanges(seen, since, position));
  else {
    const indexes = changedRounds(before, seen);
    if (indexes.length > 0)
      for (const { notice } of followed.followers) notice({ indexes, position, isGap: false });
  }
}

/** What a new follower is notified of: the latest round, and those that have changed since it followed last. */
function firstChanges(seen: Seen, since: ChangePosition | undefined, position: ChangePosition): RoundChanges {
  const latest = { indexes: [seen.latest], position, isGap: false };
  if (since === undefined) return latest;
  // A database that was restored, or that is behind, does not know what has changed since.
  if (since.version > position.version) return { ...latest, isGap: true };
  const indexes = new Set([seen.latest]);
  // In a database that was restored, later changes may have earlier versions.
  for (const [index, { version, changedAt }] of seen.rounds)
    if (version > since.version || changedAt > since.readAt) indexes.add(index);
  const before = latestOf(seen.schedule, since.at);
  const first = before.isOpen ? before.latest : before.latest + 1;
  if (seen.latest - first > MOST_MISSED) return { ...latest, isGap: true };
  for (let index = first; index < seen.latest; index += 1) indexes.add(index);
  if (indexes.size > MOST_MISSED) return { ...latest, isGap: true };
  return { ...latest, indexes: [...indexes].toSorted((one, other) => one - other) };
}

function latestOf(schedule: Schedule, now: number): Pick<Seen, 'latest' | 'isOpen'> {
  return { latest: openedRounds(schedule, now) - 1, isOpen: openRound(schedule, now) !== undefined };
}

function changedRounds(before: Seen, seen: Seen): number[] {
  const indexes = new Set<number>();
  if (before.rounds !== seen.rounds) {
    for (const index of new Set([...before.rounds.keys(), ...seen.rounds.keys()]))
      if (before.rounds.get(index)?.stamp !== seen.rounds.get(index)?.stamp) indexes.add(index);
  }
  if (before.latest !== seen.latest || before.isOpen !== seen.isOpen) {
    if (before.isOpen) indexes.add(before.latest);
    indexes.add(seen.latest);
  }
  return [...indexes].toSorted((one, other) => one - other);
}
