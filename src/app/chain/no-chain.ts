import { DomainError } from '../../core/errors.ts';
import { RpcUnreachable } from '../../adapters/chain/rpc/rpc.ts';
import type { Chain } from './chain.ts';

/** A chain that refuses every use: the gateway works without one, or is not connected yet. */
export function noChain(message: string): Chain {
  const throwNoChain = async (): Promise<never> => {
    throw new DomainError('CHAIN_UNAVAILABLE', message, { reason: 'RPC_DOWN', retryAfterSeconds: 10 });
  };
  const isAway = async (): Promise<never> => {
    throw new RpcUnreachable(message);
  };
  return {
    node: { call: isAway, batch: isAway },
    operations: { submit: throwNoChain, find: throwNoChain, wait: throwNoChain },
    beacon: { publicKey: '', genesis: 0, period: 1, signatureOf: throwNoChain },
    contracts: {
      hubs: throwNoChain,
      site: throwNoChain,
      operator: throwNoChain,
      signerActiveFrom: throwNoChain,
      round: throwNoChain,
      places: throwNoChain,
      isReceiptConfirmed: throwNoChain,
      hasPlaces: throwNoChain,
      beaconRound: throwNoChain,
      passport: throwNoChain,
      balances: throwNoChain,
      transactionCounts: throwNoChain,
      time: throwNoChain,
      feePerGas: throwNoChain,
      transactionGas: throwNoChain,
      attempt: throwNoChain,
      acceptsSignature: throwNoChain,
    },
    permits: { signTransferPermit: throwNoChain },
    embedded: undefined,
    keeper: undefined,
    beaconRoutes: undefined,
    relay: undefined,
    endWaits: () => undefined,
    stop: async () => undefined,
  };
}
