import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import type { WalletStore } from './wallet-store.ts';

/** The order's name in the cursors of wallets. */
export const WALLET_ORDER = 'WALLET';

/** Pages through the wallets in custody, newest first, without their keys. */
export const wallets = defineUseCase({
  permission: 'operator',
  input: z.object(pageArguments),

  execute: ({ wallets }: { wallets: WalletStore }, _operator, page) =>
    wallets.page(readPage(page, WALLET_ORDER)),
});
