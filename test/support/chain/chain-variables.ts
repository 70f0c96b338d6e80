/** Where the contracts of a chain are. */
interface Deployed {
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly blockNumber: number;
}

/** The configuration of a gateway on these contracts of the node at this address; one confirmation is enough. */
export function chainVariables(
  { hub, passport, beacon, blockNumber }: Deployed,
  rpcUrl: string,
): Record<string, string> {
  return {
    CHAIN: 'on',
    RPC_URL: rpcUrl,
    CHAIN_HUB: hub,
    CHAIN_PASSPORT: passport,
    CHAIN_BEACON: beacon,
    CHAIN_START_BLOCK: String(blockNumber),
    CHAIN_CONFIRMATIONS: '1',
  };
}
