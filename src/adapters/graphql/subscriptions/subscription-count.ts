/** One client network may have one in this many of all subscriptions. */
const NETWORK_SHARE = 10;

/** Counts the subscriptions that are open. */
export interface SubscriptionCount {
  open(): number;
  /** Counts one more; returns a function that ends it, or the limit that is reached. Further calls of that function do nothing. */
  begin(network: string): (() => void) | 'FULL' | 'FULL_FOR_NETWORK';
}

/** Allows `mostOpen()` subscriptions at a time, and a tenth of them for one client network, so that no client uses all. */
export function createSubscriptionCount(mostOpen: () => number): SubscriptionCount {
  const perNetwork = new Map<string, number>();
  let open = 0;
  return {
    open: () => open,
    begin(network) {
      const limit = mostOpen();
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
