import type { Command } from 'commander';
import { Option } from 'commander';
import { act, toWholeNumber } from '../command.ts';
import { toFields, toTable } from '../print.ts';
import { addRotateKeyEncryption } from '../operator/rotate-key-encryption.ts';

const WALLET = 'id address purpose label keyId createdAt';
const CREATE = `mutation ($input: CreateWalletInput!) { createWallet(input: $input) { wallet { ${WALLET} } } }`;
const LIST = `query ($first: Int, $after: String) {
  wallets(first: $first, after: $after) {
    edges { node { ${WALLET} } }
    pageInfo { hasNextPage endCursor }
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
interface WalletPage {
  readonly edges: readonly { readonly node: Wallet }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** giveaways wallets create, list, rotate-key-encryption */
export function addWallets(program: Command): void {
  const wallets = program.command('wallets').description('wallets whose keys are in custody (operator)');
  wallets
    .command('create')
    .description('makes a wallet with a fresh key, which is shown nowhere')
    .addOption(
      new Option('--purpose <purpose>', 'what it is for')
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
    .option('--first <count>', 'how many, at most 100', toWholeNumber)
    .option('--after <cursor>', 'only what follows this cursor')
    .action(
      act(async (client, { first, after }) => {
        const { wallets: page } = await client.request<{ wallets: WalletPage }>(LIST, { first, after });
        const nodes = page.edges.map(({ node }) => node);
        const rows = nodes.map(({ id, address, purpose, keyId, label }) => [
          id,
          address,
          purpose.toLowerCase(),
          keyId,
          label,
        ]);
        const { hasNextPage, endCursor } = page.pageInfo;
        const more = hasNextPage ? `\n\nMore: --after ${endCursor}` : '';
        return {
          document: { wallets: nodes, pageInfo: page.pageInfo },
          text:
            rows.length === 0
              ? 'There are no wallets.'
              : `${toTable(['ID', 'ADDRESS', 'PURPOSE', 'KEY', 'LABEL'], rows)}${more}`,
        };
      }),
    );
  addRotateKeyEncryption(wallets);
}
