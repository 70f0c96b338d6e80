import type { Command } from 'commander';
import { Option } from 'commander';
import { act } from '../command.ts';
import { addList } from '../connection.ts';
import { CreateWallet, Wallets } from '../documents/generated.ts';
import { toFields } from '../print.ts';
import { addRotateKeyEncryption } from '../operator/rotate-key-encryption.ts';

/** giveaways wallets create, list, rotate-key-encryption */
export function addWallets(program: Command): void {
  const wallets = program.command('wallets').description('wallets whose keys are in custody (operator)');
  wallets
    .command('create')
    .description('creates a wallet with a new key, which is never shown')
    .addOption(
      new Option('--purpose <purpose>', 'signer sends transactions, managed holds passports')
        .choices(['signer', 'managed'])
        .makeOptionMandatory(),
    )
    .option('--label <text>', 'a name to recognise the wallet by')
    .action(
      act(async (client, { purpose, label }) => {
        const input = { purpose: String(purpose).toUpperCase(), label };
        const { createWallet } = await client.request(CreateWallet, { input });
        const { wallet } = createWallet;
        return {
          document: wallet,
          text: toFields({
            ID: wallet.id,
            Address: wallet.address,
            Purpose: wallet.purpose.toLowerCase(),
            Label: wallet.label,
          }),
        };
      }),
    );
  addList(wallets.command('list').description('lists wallets, newest first'), {
    document: Wallets,
    page: (data) => data.wallets,
    name: 'wallets',
    headings: ['ID', 'ADDRESS', 'PURPOSE', 'KEY', 'LABEL'],
    row: ({ id, address, purpose, keyId, label }) => [id, address, purpose.toLowerCase(), keyId, label],
    none: 'There are no wallets.',
  });
  addRotateKeyEncryption(wallets);
}
