/** Spreads work over turns of the event loop, so that a burst of it delays nothing else for long. */
export interface Turns {
  /**
   * Undefined when work may start at once; else resolves when it may. Groups, such as client networks, get equal shares of time;
   * within a group urgent work starts first.
   */
  take(groupOf: () => string, isUrgent?: boolean): Promise<void> | undefined;
  /** Whether work of the group that is not urgent has waited for too long, so that more of it would only wait longer. */
  isLate(groupOf: () => string): boolean;
}

/** How long work of one turn of the event loop starts at once; after that, one piece starts each turn. */
const TURN_MS = 10;
/** The time that a group gets before the next group continues. */
const SHARE_MS = 5;
/** The wait from which a group is late. */
const LATE_MS = 500;
/** What one turn counts of a wait at most: a single long pause of the process is no sign that there is too much work. */
const LONGEST_COUNTED_MS = 50;

interface Waiting {
  readonly start: () => void;
  /** The counted time when it came. */
  readonly since: number;
}

interface Group {
  readonly urgent: Waiting[];
  readonly others: Waiting[];
  /** The rest of its share; negative after work that took longer. */
  leftMs: number;
}

export function createTurns(): Turns {
  // In the order of service.
  const groups = new Map<string, Group>();
  let began: number | undefined;
  let started: Group | undefined;
  let countedMs = 0;

  function begin(): void {
    began = performance.now();
    setImmediate(end);
  }

  function end(): void {
    // The time of the whole turn, since what a request does later is not measured separately.
    const tookMs = began === undefined ? 0 : performance.now() - began;
    if (started) started.leftMs -= tookMs;
    countedMs += Math.min(tookMs, LONGEST_COUNTED_MS);
    began = undefined;
    started = undefined;
    if (groups.size === 0) return;
    begin();
    startNext();
  }

  function startNext(): void {
    for (const [name, group] of groups) {
      if (group.leftMs > 0) {
        (group.urgent.shift() ?? group.others.shift())?.start();
        started = group;
        if (group.urgent.length + group.others.length === 0) groups.delete(name);
        return;
      }
      group.leftMs += SHARE_MS;
      // To the end: the iteration visits it again after the others.
      groups.delete(name);
      groups.set(name, group);
    }
  }

  return {
    take(groupOf, isUrgent = false) {
      if (began === undefined) begin();
      else if (groups.size > 0 || performance.now() - began >= TURN_MS)
        return new Promise((resolve) => {
          const name = groupOf();
          const group = groups.get(name) ?? { urgent: [], others: [], leftMs: SHARE_MS };
          group[isUrgent ? 'urgent' : 'others'].push({ start: resolve, since: countedMs });
          groups.set(name, group);
        });
      return undefined;
    },
    isLate(groupOf) {
      if (groups.size === 0) return false;
      const oldest = groups.get(groupOf())?.others[0];
      return oldest !== undefined && countedMs - oldest.since > LATE_MS;
    },
  };
}
