/** The part of all subscriptions that one client network may have. */
const NETWORK_SHARE = 10;

/** Counts the subscriptions that are open. */
export interface SubscriptionCount {
  /** Counts one more; the answer takes it back, once. Where there is no room it says for whom. */
  begin(network: string): (() => void) | 'FULL' | 'FULL_FOR_NETWORK';
}

/** At most so many at a time, and of one client network at most a tenth of them: no client takes them all. */
export function createSubscriptionCount(limit: number): SubscriptionCount {
  const perNetwork = new Map<string, number>();
  let open = 0;
  return {
    begin(network) {
      if (open >= limit) return 'FULL';
      const own = perNetwork.get(network) ?? 0;
      if (own >= Math.ceil(limit / NETWORK_SHARE)) return 'FULL_FOR_NETWORK';
      open += 1;
      perNetwork.set(network, own + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        open -= 1;
        const left = (perNetwork.get(network) ?? 1) - 1;
        if (left > 0) perNetwork.set(network, left);
        else perNetwork.delete(network);
      };
    },
  };
}
