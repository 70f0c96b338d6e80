import { DomainError } from '../errors.ts';
import { LATEST_INSTANT } from '../values/instants.ts';
import type { Contracts } from '../chain/contracts.ts';
import { countOperations } from '../chain/typical-operation.ts';
import type { ProviderSigner } from './provider-store.ts';

/** The state of a signer on chain. */
export interface SignerState {
  /** Whether the wallet is registered with the contracts for its provider. */
  readonly isRegistered: boolean;
  /** When the contracts let it act from; null while it is not registered. */
  readonly activeFrom: Date | null;
  /** Wei. */
  readonly balance: bigint;
  /** How many typical operations the balance pays for at the current fee; at most 2147483647. */
  readonly operationsLeft: number;
}

/** The states of these signers, in their order; undefined when the chain does not answer. */
export async function readSignerStates(
  { contracts }: { contracts: Contracts },
  signers: readonly Pick<ProviderSigner, 'chainKey' | 'address'>[],
): Promise<SignerState[] | undefined> {
  if (signers.length === 0) return [];
  try {
    const [balances, fee, starts] = await Promise.all([
      contracts.balances(signers.map(({ address }) => address)),
      contracts.feePerGas(),
      Promise.all(signers.map(({ chainKey, address }) => contracts.signerActiveFrom(chainKey, address))),
    ]);
    return signers.map((_signer, index) => {
      const balance = balances[index] ?? 0n;
      const activeFrom = starts[index] ?? 0;
      return {
        isRegistered: activeFrom !== 0,
        activeFrom: activeFrom === 0 ? null : toInstant(activeFrom),
        balance,
        operationsLeft: countOperations(balance, fee),
      };
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CHAIN_UNAVAILABLE') return undefined;
    throw error;
  }
}

// A wrong clock of a chain must not make the date invalid.
function toInstant(seconds: number): Date {
  return new Date(Math.min(seconds * 1_000, LATEST_INSTANT));
}
