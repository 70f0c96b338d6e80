/** Runs that never overlap. */
export interface SingleFlight<Result> {
  /** A run that starts after the call; all calls during one run share the next. */
  run(): Promise<Result>;
  /** Resolves when the current run has ended. */
  idle(): Promise<void>;
}

/** Runs `work`, one run at a time. */
export function singleFlight<Result>(work: () => Promise<Result>): SingleFlight<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let upcoming: Promise<Result> | undefined;
  return {
    run() {
      upcoming ??= running.then(() => {
        upcoming = undefined;
        const started = work();
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
