import { z } from 'zod';
import { DomainError } from '../errors.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { KeyEncryption } from '../secrets/key-encryption.ts';
import { defineUseCase } from '../use-case.ts';
import type { LedgerSigner, UnknownTransaction, SignerLedger } from './signer-ledger.ts';

/** A signer as the database and the chain know it. */
export interface SignerDiagnosis extends Pick<LedgerSigner, 'address' | 'recorded'> {
  /** Whether this instance has the key-encryption key of its wallet. */
  readonly canSign: boolean;
  /** How many transactions the chain has of it; null when the node does not answer. */
  readonly sent: number | null;
}

/** What an operator should look at, above all after a restore. */
export interface Diagnosis {
  readonly signers: readonly SignerDiagnosis[];
  readonly unknownTransactions: readonly UnknownTransaction[];
}

const MAX_UNKNOWN = 100;

/** Compares the signers' transactions in the database with the chain, and their keys with those of this instance. */
export const diagnosis = defineUseCase({
  permission: 'operator',
  input: z.object({}),

  async execute({
    contracts,
    keyEncryption,
    signerLedger,
  }: {
    contracts: Contracts;
    keyEncryption: KeyEncryption;
    signerLedger: SignerLedger;
  }): Promise<Diagnosis> {
    const [signers, unknownTransactions] = await Promise.all([
      signerLedger.signers(),
      signerLedger.unknownTransactions(MAX_UNKNOWN),
    ]);
    const sent = await contracts
      .transactionCounts(signers.map(({ address }) => address))
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'CHAIN_UNAVAILABLE') return [];
        throw error;
      });
    return {
      signers: signers.map(({ address, keyId, recorded }, index) => ({
        address,
        recorded,
        canSign: keyEncryption.knows(keyId),
        sent: sent[index] ?? null,
      })),
      unknownTransactions,
    };
  },
});
