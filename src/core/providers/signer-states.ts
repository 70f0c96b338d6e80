import { DomainError } from '../errors.ts';
import type { Uses } from '../ports.ts';
import type { ProviderSigner } from './provider-store.ts';

/** The gas of a typical operation: the first entries of a passport in a round that has others. */
const TYPICAL_GAS = 120_000n;

/** A signer that can pay for fewer operations than this needs to be funded. */
export const LOW_OPERATIONS = 1_000;

/** The state of a signer on chain. */
export interface SignerState {
  /** Whether the contracts let the wallet act for its provider. */
  readonly isRegistered: boolean;
  /** Wei. */
  readonly balance: bigint;
  /** How many typical operations the balance pays for at the current fee; at most 2147483647. */
  readonly operationsLeft: number;
}

const LARGEST_COUNT = 2 ** 31 - 1;

/** The states of these signers, in their order; undefined when the chain does not answer. */
export async function readSignerStates(
  { contracts }: Uses<'contracts'>,
  signers: readonly Pick<ProviderSigner, 'chainKey' | 'address'>[],
): Promise<SignerState[] | undefined> {
  if (signers.length === 0) return [];
  try {
    const [balances, fee, registered] = await Promise.all([
      contracts.balances(signers.map(({ address }) => address)),
      contracts.feePerGas(),
      Promise.all(signers.map(({ chainKey, address }) => contracts.isSigner(chainKey, address))),
    ]);
    return signers.map((_signer, index) => {
      const balance = balances[index] ?? 0n;
      return {
        isRegistered: registered[index] === true,
        balance,
        operationsLeft: countOperations(balance, fee),
      };
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CHAIN_UNAVAILABLE') return undefined;
    throw error;
  }
}

/** How many typical operations a balance in wei pays for, at a fee in wei per gas. */
export function countOperations(balance: bigint, feePerGas: bigint): number {
  const price = TYPICAL_GAS * feePerGas;
  return price === 0n ? LARGEST_COUNT : Math.min(Number(balance / price), LARGEST_COUNT);
}
