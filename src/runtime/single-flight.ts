/** Turns that never overlap. */
export interface OneAtATime<Result> {
  /** A turn that starts after the call; all who ask while one is under way share the next. */
  run(): Promise<Result>;
  /** Ends with the turn that is under way. */
  idle(): Promise<void>;
}

/** Runs `turn`, one at a time. */
export function oneAtATime<Result>(turn: () => Promise<Result>): OneAtATime<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let upcoming: Promise<Result> | undefined;
  return {
    run() {
      upcoming ??= running.then(() => {
        upcoming = undefined;
        const started = turn();
        running = started.catch(() => undefined);
        return started;
      });
      return upcoming;
    },
    async idle() {
      await running;
    },
  };
}
