import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { optionalLabel } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { WALLET_PURPOSES, type Wallet } from './wallet.ts';
import type { WalletKeys } from './wallet-keys.ts';
import type { WalletStore } from './wallet-store.ts';

/** Creates a wallet with a new key in custody; the key is never shown. */
export const createWallet = defineUseCase({
  permission: 'operator',
  input: z.object({
    purpose: z.enum(WALLET_PURPOSES, `must be one of ${WALLET_PURPOSES.join(', ')}.`),
    label: optionalLabel(80, ''),
  }),

  async execute(
    ports: { walletKeys: WalletKeys } & Audited<{ wallets: WalletStore }>,
    operator,
    draft,
  ): Promise<Wallet> {
    const wallet = await ports.walletKeys.generate(draft);
    return ports.transaction(async (stores) => {
      await stores.wallets.add(wallet);
      const { address, purpose, label } = wallet;
      await record(ports, stores, operator, 'createWallet', wallet.id, { address, purpose, label });
      return wallet;
    });
  },
});
