import { Interface, type InterfaceAbi } from 'ethers/abi';
import type { HubContracts } from '../../core/chain/hubs.ts';
import { SIGNED_HUB_FUNCTIONS, type SigningPolicy } from '../../core/wallets/signing-policy.ts';

/** The contracts that may be called, and the limits of what a call may cost. */
export interface PolicySettings {
  readonly chainId: bigint;
  readonly hubs: readonly Pick<HubContracts, 'hub' | 'passport'>[];
  readonly hubAbi: InterfaceAbi;
  /** Wei; read for each signature, since it can change. */
  readonly maxFeePerGas: bigint;
}

/** The policy for these contracts. Throws an Error when the hub lacks a function that signers call. */
export function createSigningPolicy(settings: PolicySettings): SigningPolicy {
  const { chainId, hubs, hubAbi } = settings;
  const contract = new Interface(hubAbi);
  const selectors = SIGNED_HUB_FUNCTIONS.map((name) => {
    const known = contract.getFunction(name);
    if (known === null) throw new Error(`The hub's interface has no function ${name}.`);
    return known.selector;
  });
  return {
    chainId,
    passports: new Map(hubs.map(({ hub, passport }) => [hub.toLowerCase(), passport])),
    calls: new Map(hubs.map(({ hub }) => [hub.toLowerCase(), new Set(selectors)])),
    get maxFeePerGas() {
      return settings.maxFeePerGas;
    },
  };
}
