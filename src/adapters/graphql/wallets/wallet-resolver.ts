import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { createWallet } from '../../../core/wallets/create-wallet.ts';
import { importWallet } from '../../../core/wallets/import-wallet.ts';
import { rotateKeyEncryption } from '../../../core/key-rotation/rotate-key-encryption.ts';
import type { Wallet } from '../../../core/wallets/wallet.ts';
import { WALLET_ORDER, wallets } from '../../../core/wallets/wallets.ts';
import { toConnection } from '../relay/connections.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';
import {
  CreateWalletInput,
  CreateWalletPayload,
  ImportWalletInput,
  ImportWalletPayload,
  RotateKeyEncryptionInput,
  RotateKeyEncryptionPayload,
  WalletConnection,
  type WalletType,
} from './wallet-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class WalletResolver {
  @Requires(wallets)
  @Query(() => WalletConnection, { description: 'Operator: the wallets in custody, newest first.' })
  async wallets(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<WalletConnection> {
    return toConnection(await run(wallets, args), WALLET_ORDER, ({ createdAt }) => createdAt, presentWallet);
  }

  @Requires(createWallet)
  @Mutation(() => CreateWalletPayload, { description: 'Operator: creates a wallet with a new key.' })
  async createWallet(
    @Arg('input', () => CreateWalletInput) input: CreateWalletInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateWalletPayload> {
    return { wallet: presentWallet(await run(createWallet, input)) };
  }

  @Requires(importWallet)
  @Mutation(() => ImportWalletPayload, {
    description: 'Operator: imports the key of a wallet into custody. Safe to repeat.',
  })
  async importWallet(
    @Arg('input', () => ImportWalletInput) input: ImportWalletInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ImportWalletPayload> {
    return { wallet: presentWallet(await run(importWallet, input)) };
  }

  @Requires(rotateKeyEncryption)
  @Mutation(() => RotateKeyEncryptionPayload, {
    description:
      'Operator: rewraps some wallets and encrypted texts with the current key-encryption key; repeat it until none remains.',
  })
  rotateKeyEncryption(
    @Arg('input', () => RotateKeyEncryptionInput) input: RotateKeyEncryptionInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RotateKeyEncryptionPayload> {
    return run(rotateKeyEncryption, input);
  }
}

function presentWallet({ id, address, purpose, label, keyId, createdAt }: Wallet): WalletType {
  return { id, address, purpose, label, keyId, createdAt };
}
