/** Spreads work over turns of the event loop, so that a burst of it delays nothing else for long. */
export interface Turns {
  /**
   * Undefined when work may start at once; else resolves when it may. Groups, such as client networks, get equal shares of time;
   * within a group urgent work starts first. Work of known groups does not wait for that of others: some starts in each turn besides.
   */
  take(groupOf: () => string, options?: TurnOptions): Promise<void> | undefined;
  /** Whether work of the group that is not urgent has waited for too long, so that more of it would only wait longer. */
  isLate(groupOf: () => string, isKnown?: boolean): boolean;
}

export interface TurnOptions {
  readonly isUrgent?: boolean;
  readonly isKnown?: boolean;
}

/** How long work of one turn of the event loop starts at once; after that, one piece starts each turn. */
const TURN_MS = 10;
/** How much waiting work of known groups starts in each turn, and of all others. */
const STARTS_A_TURN = { known: 4, others: 1 };
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

/** Groups that share their time among themselves. */
interface Class {
  /** In the order of service. */
  readonly groups: Map<string, Group>;
  /** How much waiting work starts in a turn. */
  readonly startsATurn: number;
  /** How much has started in this turn. */
  starts: number;
  /** The groups of which waiting work has started in this turn. */
  started: Group[];
}

const createClass = (startsATurn: number): Class => ({
  groups: new Map(),
  startsATurn,
  starts: 0,
  started: [],
});

export function createTurns(): Turns {
  const known = createClass(STARTS_A_TURN.known);
  const others = createClass(STARTS_A_TURN.others);
  const classes = [known, others];
  let began: number | undefined;
  let countedMs = 0;

  function begin(): void {
    began = performance.now();
    setImmediate(end);
  }

  function end(): void {
    // The time of the whole turn, since what a request does later is not measured separately.
    const tookMs = began === undefined ? 0 : performance.now() - began;
    countedMs += Math.min(tookMs, LONGEST_COUNTED_MS);
    began = undefined;
    for (const each of classes) {
      for (const group of each.started) group.leftMs -= tookMs / each.started.length;
      each.started = [];
      each.starts = 0;
    }
    if (classes.every(({ groups }) => groups.size === 0)) return;
    begin();
    for (const each of classes)
      while (each.groups.size > 0 && each.starts < each.startsATurn) startNext(each);
  }

  /** Whether work that comes now may start in the present turn, which began `elapsedMs` ago. */
  function mayStart(own: Class, elapsedMs: number): boolean {
    if (own.groups.size > 0) return false;
    if (elapsedMs < TURN_MS && classes.every(({ groups }) => groups.size === 0)) return true;
    return own === known && own.starts < own.startsATurn;
  }

  return {
    take(groupOf, { isUrgent = false, isKnown = false } = {}) {
      const own = isKnown ? known : others;
      if (began === undefined) begin();
      else if (!mayStart(own, performance.now() - began))
        return new Promise((resolve) => {
          const name = groupOf();
          const group = own.groups.get(name) ?? { urgent: [], others: [], leftMs: SHARE_MS };
          group[isUrgent ? 'urgent' : 'others'].push({ start: resolve, since: countedMs });
          own.groups.set(name, group);
        });
      own.starts += 1;
      return undefined;
    },
    isLate(groupOf, isKnown = false) {
      const { groups } = isKnown ? known : others;
      if (groups.size === 0) return false;
      const oldest = groups.get(groupOf())?.others[0];
      return oldest !== undefined && countedMs - oldest.since > LATE_MS;
    },
  };
}

function startNext(own: Class): void {
  const { groups } = own;
  for (const [name, group] of groups) {
    // To the end: the iteration visits it again after the others.
    groups.delete(name);
    groups.set(name, group);
    if (group.leftMs <= 0) {
      group.leftMs += SHARE_MS;
      continue;
    }
    (group.urgent.shift() ?? group.others.shift())?.start();
    own.started.push(group);
    own.starts += 1;
    if (group.urgent.length + group.others.length === 0) groups.delete(name);
    return;
  }
}
