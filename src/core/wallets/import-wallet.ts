import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { optionalLabel } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { WALLET_PURPOSES, type Wallet } from './wallet.ts';
import type { WalletKeys } from './wallet-keys.ts';
import type { WalletStore } from './wallet-store.ts';

const KEY_MESSAGE = 'must be 0x and 64 hexadecimal digits.';

/** Takes a wallet's key into custody; the key is never shown. Changes nothing when the wallet is in custody already. */
export const importWallet = defineUseCase({
  permission: 'operator',
  input: z.object({
    purpose: z.enum(WALLET_PURPOSES, `must be one of ${WALLET_PURPOSES.join(', ')}.`),
    label: optionalLabel(80, ''),
    privateKey: z.string(KEY_MESSAGE).regex(/^0x[\da-fA-F]{64}$/, KEY_MESSAGE),
  }),

  async execute(
    ports: { walletKeys: WalletKeys } & Audited<{ wallets: WalletStore }>,
    operator,
    { purpose, label, privateKey },
  ): Promise<Wallet> {
    const key = Uint8Array.from(privateKey.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const wallet = await ports.walletKeys.import({ purpose, label }, key);
    const { address } = wallet;
    return ports.transaction(async (stores) => {
      if (await stores.wallets.add(wallet))
        await record(ports, stores, operator, 'importWallet', wallet.id, { address, purpose, label });
      return (await stores.wallets.find(purpose, address)) ?? wallet;
    });
  },
});
