import { Interface, type InterfaceAbi } from 'ethers';
import { SIGNED_HUB_FUNCTIONS, type SigningPolicy } from '../../core/wallets/signing-policy.ts';

/** The contracts that may be called, and the limits of what a call may cost. */
export interface PolicySettings {
  readonly chainId: bigint;
  readonly hub: string;
  readonly hubAbi: InterfaceAbi;
  readonly passport: string;
  /** Wei. */
  readonly maxFeePerGas: bigint;
}

/** The policy for these contracts. Throws an Error when the hub lacks a function that signers call. */
export function createSigningPolicy(settings: PolicySettings): SigningPolicy {
  const { chainId, hub, hubAbi, passport, maxFeePerGas } = settings;
  const contract = new Interface(hubAbi);
  const selectors = SIGNED_HUB_FUNCTIONS.map((name) => {
    const known = contract.getFunction(name);
    if (known === null) throw new Error(`The hub's interface has no function ${name}.`);
    return known.selector;
  });
  const calls = new Map([[hub.toLowerCase(), new Set(selectors)]]);
  return { chainId, hub, passport, calls, maxFeePerGas };
}
