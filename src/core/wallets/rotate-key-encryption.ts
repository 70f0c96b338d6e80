import { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ports } from '../ports/ports.ts';
import type { RewrappedKey } from '../ports/wallet-store.ts';
import { defineUseCase } from '../use-case.ts';
import type { SealedWallet } from './wallet.ts';

const LARGEST_BATCH = 500;
const DEFAULT_BATCH = 200;
const sizeMessage = `must be a whole number from 1 to ${LARGEST_BATCH}.`;

/** How far a rotation is. */
export interface KeyRotation {
  /** Wallets that this call moved to the current key. */
  readonly rewrapped: number;
  /** Wallets that still need an earlier key. */
  readonly remaining: number;
  /** The current key-encryption key. */
  readonly keyId: string;
}

/**
 * Wraps the data keys of some wallets anew with the current key-encryption key; to be repeated until none remains. It
 * may stop anywhere and go on later: every wallet opens with one key or the other at any moment.
 */
export const rotateKeyEncryption = defineUseCase({
  permission: 'operator',
  input: z.object({
    first: z
      .int(sizeMessage)
      .min(1, sizeMessage)
      .max(LARGEST_BATCH, sizeMessage)
      .nullish()
      .transform((first) => first ?? DEFAULT_BATCH),
  }),

  async execute(ports, operator, { first }): Promise<KeyRotation> {
    const { currentId } = ports.keyEncryption;
    const outdated = await ports.wallets.findOutdated(currentId, first);
    const keys: RewrappedKey[] = [];
    // One after the other: a key management service limits how many requests may be under way.
    for (const wallet of outdated) keys.push(await rewrap(ports, wallet));
    const rewrapped = await ports.transaction(async (stores) => {
      const count = await stores.wallets.rewrap(keys);
      if (count > 0)
        await record(ports, stores, operator, 'rotateKeyEncryption', currentId, { wallets: count });
      return count;
    });
    return { rewrapped, remaining: await ports.wallets.countOutdated(currentId), keyId: currentId };
  },
});

async function rewrap(
  { keyEncryption }: Pick<Ports, 'keyEncryption'>,
  wallet: SealedWallet,
): Promise<RewrappedKey> {
  const dataKey = await keyEncryption.unwrap(wallet.wrappedKey, wallet.keyId, wallet);
  try {
    return {
      walletId: wallet.id,
      previousKeyId: wallet.keyId,
      keyId: keyEncryption.currentId,
      wrappedKey: await keyEncryption.wrap(dataKey, wallet),
    };
  } finally {
    dataKey.fill(0);
  }
}
