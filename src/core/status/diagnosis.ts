import { z } from 'zod';
import { DomainError } from '../errors.ts';
import type { Contracts } from '../chain/contracts.ts';
import { countOperations, LOW_OPERATIONS } from '../chain/typical-operation.ts';
import type { KeyEncryption } from '../secrets/key-encryption.ts';
import { defineUseCase } from '../use-case.ts';
import type { ImageDecoder } from '../pictures/image-decoder.ts';
import type { Installation } from './installation.ts';
import type { LedgerSigner, UnknownTransaction, SignerLedger } from './signer-ledger.ts';

/** A signer as the database and the chain know it. */
export interface SignerDiagnosis extends Pick<LedgerSigner, 'address' | 'recorded'> {
  /** Whether this instance has the key-encryption key of its wallet. */
  readonly canSign: boolean;
  /** How many transactions the chain has of it; null when the node does not answer. */
  readonly sent: number | null;
  /** How many typical operations its balance pays for at the present fee; null when the node does not answer. */
  readonly operationsLeft: number | null;
  /** Whether these are few. */
  readonly needsFunds: boolean;
}

/** What an operator should look at, above all after a restore. */
export interface Diagnosis {
  readonly signers: readonly SignerDiagnosis[];
  readonly unknownTransactions: readonly UnknownTransaction[];
  /** The version of this instance, with the commit where it is known. */
  readonly version: string;
  /** What of the configuration should be changed, each with what to do. */
  readonly advice: readonly string[];
  /** The migrations that have not run. */
  readonly pendingMigrations: readonly string[];
  /** The migrations of later releases. */
  readonly laterMigrations: readonly string[];
}

const MAX_UNKNOWN = 100;

/**
 * Compares the signers' transactions in the database with the chain, and their keys with those of this instance; looks at the
 * configuration and the version.
 */
export const diagnosis = defineUseCase({
  permission: 'operator',
  input: z.object({}),

  async execute({
    contracts,
    imageDecoder,
    installation,
    keyEncryption,
    signerLedger,
  }: {
    contracts: Contracts;
    imageDecoder: ImageDecoder;
    installation: Installation;
    keyEncryption: KeyEncryption;
    signerLedger: SignerLedger;
  }): Promise<Diagnosis> {
    const [signers, unknownTransactions, migrations, decoderFault] = await Promise.all([
      signerLedger.signers(),
      signerLedger.unknownTransactions(MAX_UNKNOWN),
      installation.migrations(),
      imageDecoder.findFault(),
    ]);
    const addresses = signers.map(({ address }) => address);
    const onChain = await readOnChain(contracts, addresses).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'CHAIN_UNAVAILABLE') return undefined;
      throw error;
    });
    return {
      signers: signers.map(({ address, keyId, recorded }, index) => ({
        address,
        recorded,
        canSign: keyEncryption.knows(keyId),
        sent: onChain?.sent[index] ?? null,
        ...toFunds(onChain, index),
      })),
      unknownTransactions,
      version: installation.version,
      advice: [...installation.advice, ...(decoderFault === undefined ? [] : [noPictures(decoderFault)])],
      pendingMigrations: migrations.pending,
      laterMigrations: migrations.later,
    };
  },
});

function noPictures(fault: string): string {
  return `No image can be decoded, so listings get no pictures: install the package sharp with its optional packages. ${fault}`;
}

type OnChain = Awaited<ReturnType<typeof readOnChain>>;

async function readOnChain(contracts: Contracts, addresses: readonly string[]) {
  if (addresses.length === 0) return { sent: [], balances: [], fee: 0n };
  const [sent, balances, fee] = await Promise.all([
    contracts.transactionCounts(addresses),
    contracts.balances(addresses),
    contracts.feePerGas(),
  ]);
  return { sent, balances, fee };
}

function toFunds(
  onChain: OnChain | undefined,
  index: number,
): Pick<SignerDiagnosis, 'operationsLeft' | 'needsFunds'> {
  const balance = onChain?.balances[index];
  if (onChain === undefined || balance === undefined) return { operationsLeft: null, needsFunds: false };
  const operationsLeft = countOperations(balance, onChain.fee);
  return { operationsLeft, needsFunds: operationsLeft < LOW_OPERATIONS };
}
