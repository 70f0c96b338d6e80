import type { Command } from 'commander';
import { Option } from 'commander';
import { act } from '../command.ts';
import { AFTER, FIRST, nodesOf, presentPage, selectPage, type Connection } from '../connection.ts';
import { toFields } from '../print.ts';
import { addRotateKeyEncryption } from '../operator/rotate-key-encryption.ts';

const WALLET = 'id address purpose label keyId createdAt';
const CREATE = `mutation ($input: CreateWalletInput!) { createWallet(input: $input) { wallet { ${WALLET} } } }`;
const LIST = `query ($first: Int, $after: String) {
  wallets(first: $first, after: $after) {
    ${selectPage(WALLET)}
  }
}`;

interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly purpose: string;
  readonly label: string;
  readonly keyId: string;
  readonly createdAt: string;
}

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
        const { createWallet } = await client.request<{ createWallet: { wallet: Wallet } }>(CREATE, {
          input,
        });
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
  wallets
    .command('list')
    .description('lists wallets, newest first')
    .addOption(FIRST)
    .addOption(AFTER)
    .action(
      act(async (client, { first, after }) => {
        const { wallets: page } = await client.request<{ wallets: Connection<Wallet> }>(LIST, {
          first,
          after,
        });
        const nodes = nodesOf(page);
        const rows = nodes.map(({ id, address, purpose, keyId, label }) => [
          id,
          address,
          purpose.toLowerCase(),
          keyId,
          label,
        ]);
        return presentPage(
          { wallets: nodes, pageInfo: page.pageInfo },
          {
            headings: ['ID', 'ADDRESS', 'PURPOSE', 'KEY', 'LABEL'],
            rows,
            none: 'There are no wallets.',
          },
        );
      }),
    );
  addRotateKeyEncryption(wallets);
}
