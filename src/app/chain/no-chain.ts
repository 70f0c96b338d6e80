import { DomainError } from '../../core/errors.ts';
import { RpcUnreachable } from '../../adapters/chain/rpc/rpc.ts';
import type { Chain } from './chain.ts';

/** A chain that refuses every use: the gateway works without one, or is not connected yet. */
export function noChain(message: string): Chain {
  const refuse = async (): Promise<never> => {
    throw new DomainError('CHAIN_UNAVAILABLE', message, { reason: 'RPC_DOWN', retryAfterSeconds: 10 });
  };
  const isAway = async (): Promise<never> => {
    throw new RpcUnreachable(message);
  };
  return {
    node: { call: isAway, batch: isAway },
    operations: { submit: refuse, find: refuse, wait: refuse },
    beacon: { publicKey: '', genesis: 0, period: 1, signatureOf: refuse },
    contracts: {
      hubs: refuse,
      site: refuse,
      operator: refuse,
      signerActiveFrom: refuse,
      round: refuse,
      places: refuse,
      isReceiptConfirmed: refuse,
      hasPlaces: refuse,
      beaconRound: refuse,
      passport: refuse,
      balances: refuse,
      transactionCounts: refuse,
      time: refuse,
      feePerGas: refuse,
      transactionGas: refuse,
      attempt: refuse,
      acceptsSignature: refuse,
    },
    permits: { signTransferPermit: refuse },
    embedded: undefined,
    keeper: undefined,
    beaconRoutes: undefined,
    relay: undefined,
    endWaits: () => undefined,
    stop: async () => undefined,
  };
}
