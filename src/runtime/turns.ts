/** Spreads work over turns of the event loop, so that a burst of it delays nothing else for long. */
export interface Turns {
  /** Undefined when work may start at once; else resolves when it may. Groups, such as client networks, get equal shares of time. */
  take(groupOf: () => string): Promise<void> | undefined;
}

/** How long work of one turn of the event loop starts at once; after that, one piece starts each turn. */
const TURN_MS = 10;
/** The time that a group gets before the next group continues. */
const SHARE_MS = 5;

interface Group {
  readonly waiting: (() => void)[];
  /** The rest of its share; negative after work that took longer. */
  leftMs: number;
}

export function createTurns(): Turns {
  // In the order of service.
  const groups = new Map<string, Group>();
  let began: number | undefined;
  let started: Group | undefined;

  function begin(): void {
    began = performance.now();
    setImmediate(end);
  }

  function end(): void {
    // The time of the whole turn, since what a request does later is not measured separately.
    if (started && began !== undefined) started.leftMs -= performance.now() - began;
    began = undefined;
    started = undefined;
    if (groups.size === 0) return;
    begin();
    startNext();
  }

  function startNext(): void {
    for (const [name, group] of groups) {
      if (group.leftMs > 0) {
        group.waiting.shift()?.();
        started = group;
        if (group.waiting.length === 0) groups.delete(name);
        return;
      }
      group.leftMs += SHARE_MS;
      // To the end: the iteration visits it again after the others.
      groups.delete(name);
      groups.set(name, group);
    }
  }

  return {
    take(groupOf) {
      if (began === undefined) begin();
      else if (groups.size > 0 || performance.now() - began >= TURN_MS)
        return new Promise((resolve) => {
          const name = groupOf();
          const group = groups.get(name) ?? { waiting: [], leftMs: SHARE_MS };
          group.waiting.push(resolve);
          groups.set(name, group);
        });
      return undefined;
    },
  };
}
