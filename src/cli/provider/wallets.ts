import { Option } from 'commander';
import { send, type CommandRow } from '../command.ts';
import { listRow } from '../connection.ts';
import { CreateWallet, Wallets } from '../documents.ts';
import { ROTATE_KEY_ENCRYPTION } from '../operator/rotate-key-encryption.ts';
import { toFields } from '../print.ts';

export const WALLET_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a wallet with a new key, which is never shown',
    options: [
      new Option('--purpose <purpose>', 'signer sends transactions, managed holds passports')
        .choices(['signer', 'managed'])
        .makeOptionMandatory(),
      new Option('--label <text>', 'a name to recognise the wallet by'),
    ],
    work: send({
      document: CreateWallet,
      input: ({ purpose, label }) => ({ purpose: String(purpose).toUpperCase(), label }),
      show: ({ createWallet: { wallet } }) => ({
        document: wallet,
        text: toFields({
          ID: wallet.id,
          Address: wallet.address,
          Purpose: wallet.purpose.toLowerCase(),
          Label: wallet.label,
        }),
      }),
    }),
  },
  listRow({
    what: 'lists wallets, newest first',
    document: Wallets,
    page: ({ wallets }) => wallets,
    name: 'wallets',
    headings: ['ID', 'ADDRESS', 'PURPOSE', 'KEY', 'LABEL'],
    row: ({ id, address, purpose, keyId, label }) => [id, address, purpose.toLowerCase(), keyId, label],
    none: 'There are no wallets.',
  }),
  ROTATE_KEY_ENCRYPTION,
];
