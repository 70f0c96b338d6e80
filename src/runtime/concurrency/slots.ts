interface SlotsOptions {
  readonly perUser: number;
  readonly inAll: number;
  /** While so much runs, the rest of the slots is for users who have none: few users cannot take up all. */
  readonly shared: number;
  /** The error of refused work: the user has its share, or there is none left. */
  readonly refusal: (isOfUser: boolean) => Error;
}

/** Limits how much work runs at once, also for each user; work beyond it is refused. */
export function createSlots({ perUser, inAll, shared, refusal }: SlotsOptions) {
  const running = new Map<string, number>();
  let all = 0;
  return async function run<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    const own = running.get(user) ?? 0;
    if (own >= perUser || all >= (own === 0 ? inAll : shared)) throw refusal(own >= perUser);
    running.set(user, own + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (running.get(user) ?? 1) - 1;
      if (left === 0) running.delete(user);
      else running.set(user, left);
    }
  };
}
