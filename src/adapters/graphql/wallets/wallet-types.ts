import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WALLET_PURPOSES, type WalletPurpose } from '../../../core/wallets/wallet.ts';
import { Address } from '../leaf-types/chain-scalars.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { wallets } from '../../../core/wallets/wallets.ts';

export const WalletPurposeEnum = toEnum(WALLET_PURPOSES);
registerEnumType(WalletPurposeEnum, {
  name: 'WalletPurpose',
  description: 'What the service uses a wallet for.',
  valuesConfig: {
    SIGNER: { description: 'Sends transactions and pays for them.' },
    MANAGED: { description: 'Owns passports for an entrant.' },
  },
});

@Requires(wallets)
@ObjectType('Wallet', { description: 'A wallet in custody; its key cannot be read.' })
export class WalletType {
  @Field(() => ID, { description: 'The id of the wallet.' })
  id!: string;
  @Field(() => Address, { description: 'Its address on every chain.' })
  address!: string;
  @Field(() => WalletPurposeEnum, { description: 'What the service uses it for.' })
  purpose!: WalletPurpose;
  @Field(() => String, { description: 'The name by which the operator recognises it; empty without one.' })
  label!: string;
  @Field(() => String, { description: 'The key-encryption key that protects it.' })
  keyId!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
}

@ObjectType()
export class WalletEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => WalletType)
  node!: WalletType;
}

@ObjectType()
export class WalletConnection {
  @Field(() => [WalletEdge])
  edges!: WalletEdge[];
  @Field(() => [WalletType], { description: 'The nodes of the edges.' })
  nodes!: WalletType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class CreateWalletInput {
  @Field(() => WalletPurposeEnum, { description: 'What the service uses the wallet for.' })
  purpose!: WalletPurpose;
  @Field(() => String, { nullable: true, description: 'A name by which to recognise the wallet.' })
  label?: string | null;
}

@ObjectType()
export class CreateWalletPayload {
  @Field(() => WalletType)
  wallet!: WalletType;
}

@InputType()
export class ImportWalletInput {
  @Field(() => WalletPurposeEnum, { description: 'What the service uses the wallet for.' })
  purpose!: WalletPurpose;
  @Field(() => String, { nullable: true, description: 'A name by which to recognise the wallet.' })
  label?: string | null;
  @Field(() => String, {
    description:
      'The secp256k1 key, 0x and 64 hexadecimal digits. Send it as a variable, never in the document.',
  })
  privateKey!: string;
}

@ObjectType()
export class ImportWalletPayload {
  @Field(() => WalletType, {
    description: 'The wallet of this key and purpose, new or existing.',
  })
  wallet!: WalletType;
}

@InputType()
export class RotateKeyEncryptionInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of wallets and encrypted texts to rewrap, 1 to 500; 200 by default.',
  })
  first?: number | null;
}

@ObjectType()
export class RotateKeyEncryptionPayload {
  @Field(() => Int, {
    description: 'The number of wallets and encrypted texts that this call rewrapped with the current key.',
  })
  rewrapped!: number;
  @Field(() => Int, {
    description: 'The number of wallets and encrypted texts that still need an earlier key.',
  })
  remaining!: number;
  @Field(() => String, { description: 'The current key-encryption key.' })
  keyId!: string;
}
