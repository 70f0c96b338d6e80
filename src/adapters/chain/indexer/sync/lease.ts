import type { Projection } from '../../../ports/projection.ts';

/** The right of one instance to project. */
export interface Lease {
  /** Whether this instance has it; in its second half the lease is renewed. */
  claim(): Promise<boolean>;
  /** This instance had all that the node had, at this time of a monotonic clock in milliseconds. */
  noteCaughtUp(at: number): void;
  /** The next claim asks the database. */
  forget(): void;
}

/** `broken` is called when the lease was not renewed in time: another instance may have projected since. */
export function createLease(
  projection: Projection,
  {
    writer,
    leaseMs,
    broken,
  }: { readonly writer: string; readonly leaseMs: number; readonly broken: () => void },
): Lease {
  let claimedUntil = 0;
  let caughtUpAt: number | undefined;
  return {
    async claim() {
      const now = performance.now();
      if (claimedUntil - now > leaseMs / 2) return true;
      const claimed = await projection.claim(writer, leaseMs, caughtUpAt && now - caughtUpAt);
      if (!claimed || now >= claimedUntil) broken();
      claimedUntil = claimed ? now + leaseMs : 0;
      return claimed;
    },
    noteCaughtUp: (at) => void (caughtUpAt = at),
    forget: () => void (claimedUntil = 0),
  };
}
