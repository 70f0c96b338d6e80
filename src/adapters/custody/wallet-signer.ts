import { getAddress } from 'ethers/address';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../core/errors.ts';
import type { Clock } from '../../core/clock.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { Permits } from '../../core/wallets/permits.ts';
import type { SignedTransaction, TransactionSigner } from '../ports/transaction-signer.ts';
import type { SigningRecords } from '../ports/signing-records.ts';
import {
  requireAllowedPermit,
  requireAllowedTransaction,
  type SigningPolicy,
} from '../../core/wallets/signing-policy.ts';
import { withPrivateKey } from './sealed-key.ts';
import { signPermitDigest, toPermitDigest } from './sign-permit.ts';
import { signTransaction } from './sign-transaction.ts';

interface WalletSignerParts {
  readonly policy: SigningPolicy;
  readonly keyEncryption: KeyEncryption;
  readonly records: SigningRecords;
  readonly clock: Clock;
}

// A signature takes half a millisecond of the event loop; requests are handled in between.
const MAX_TURN_MS = 5;

/**
 * Signs with keys in custody: the policy is asked first, every signature is audited before it is handed out, no key
 * ever leaves.
 */
export interface WalletSigner extends TransactionSigner, Permits {}

/** Signs with the wallets' keys; each is decrypted only for the time of one call. */
export function createWalletSigner({
  policy,
  keyEncryption,
  records,
  clock,
}: WalletSignerParts): WalletSigner {
  return {
    async signTransactions(address, transactions) {
      for (const transaction of transactions) requireAllowedTransaction(policy, transaction);
      if (transactions.length === 0) return [];
      const wallet = await records.find('SIGNER', toChecksummed(address));
      if (wallet === undefined) throw noSigner(address);
      const signed = await withPrivateKey(keyEncryption, wallet, async (privateKey) => {
        const done: SignedTransaction[] = [];
        let turnEnds = performance.now() + MAX_TURN_MS;
        for (const transaction of transactions) {
          if (performance.now() > turnEnds) {
            await setImmediate();
            turnEnds = performance.now() + MAX_TURN_MS;
          }
          done.push(signTransaction(transaction, privateKey));
        }
        return done;
      });
      const at = clock.now();
      await records.add(
        signed.map(({ hash }, index) => ({
          walletId: wallet.id,
          kind: 'TRANSACTION',
          hash,
          nonce: BigInt(transactions[index]?.nonce ?? 0),
          at,
        })),
      );
      return signed;
    },

    async canSign(address) {
      const wallet = await records.find('SIGNER', toChecksummed(address));
      if (wallet === undefined) return false;
      return withPrivateKey(keyEncryption, wallet, async () => true).catch((error: unknown) => {
        if (error instanceof DomainError) return false;
        throw error;
      });
    },

    async signTransferPermit(permit) {
      requireAllowedPermit(policy, permit.from, permit);
      const wallet = await records.find('MANAGED', toChecksummed(permit.from));
      if (wallet === undefined) throw notManaged(permit.from);
      const hash = toPermitDigest(policy, permit);
      const signature = await withPrivateKey(keyEncryption, wallet, async (privateKey) =>
        signPermitDigest(hash, privateKey),
      );
      await records.add([
        { walletId: wallet.id, kind: 'TRANSFER_PERMIT', hash, nonce: permit.nonce, at: clock.now() },
      ]);
      return signature;
    },
  };
}

/** An address in the form that the wallet store uses. */
function toChecksummed(address: string): string {
  return getAddress(address.toLowerCase());
}

function noSigner(address: string): DomainError {
  return new DomainError(
    'SIGNER_NOT_CONFIGURED',
    `The key of the signer ${address} is not in custody: create a signer wallet and use its address.`,
    { reason: 'WALLET_MISSING' },
  );
}

function notManaged(address: string): DomainError {
  return new DomainError('UNAUTHORIZED', `The wallet ${address} is not managed by this service.`, {
    reason: 'WALLET_NOT_MANAGED',
  });
}
