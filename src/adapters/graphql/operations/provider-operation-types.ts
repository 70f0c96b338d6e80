import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { DEFAULT_WAIT, MAX_WAIT } from '../../../core/operations/perform-options.ts';
import { OWNERSHIP_MODES } from '../../../core/provisioning/provision-entrant.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { DeterminationType } from '../giveaways/giveaway-types.ts';

/** The input fields that all mutations of providers have. */
@InputType()
export abstract class OperationInput {
  @Field(() => String, {
    nullable: true,
    description: 'Repetitions with the same key, 1 to 255 visible ASCII characters, have no second effect.',
  })
  idempotencyKey?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: `Seconds to wait for the chain, 0 to ${MAX_WAIT}; ${DEFAULT_WAIT} by default. The operation continues afterwards.`,
  })
  wait?: number | null;
}

@InputType()
abstract class GiveawayOperationInput extends OperationInput {
  @Field(() => String)
  giveawayId!: string;
}

@InputType()
abstract class PendingRoundInput extends GiveawayOperationInput {
  @Field(() => Int, { nullable: true })
  roundIndex?: number | null;
}

@InputType()
abstract class RoundOperationInput extends GiveawayOperationInput {
  @Field(() => Int)
  roundIndex!: number;
  @Field(() => Int, { nullable: true })
  place?: number | null;
}

@InputType()
abstract class ChangeEntriesInput extends GiveawayOperationInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => GraphQLSafeInt)
  amount!: number;
  @Field(() => Int, { nullable: true })
  reasonCode?: number | null;
  @Field(() => String, { nullable: true })
  evidence?: string | null;
  @Field(() => Address, { nullable: true })
  expectedOwnerWallet?: string | null;
}

@InputType()
export class CreateGiveawayInput extends GiveawayOperationInput {
  @Field(() => GraphQLSafeInt)
  startTime!: number;
  @Field(() => GraphQLSafeInt, { nullable: true })
  endTime?: number | null;
  @Field(() => DeterminationType, { description: 'How its winners are determined.' })
  determinationType!: keyof typeof DeterminationType;
  @Field(() => Boolean, { nullable: true })
  requiresHandshake?: boolean | null;
  @Field(() => Boolean, { nullable: true })
  providerPaysReceiptGas?: boolean | null;
  @Field(() => Int, { nullable: true })
  rollingEveryDays?: number | null;
  @Field(() => Int, { nullable: true })
  rollingActiveDays?: number | null;
  @Field(() => Boolean, { nullable: true })
  rollingEntriesCarryOver?: boolean | null;
  @Field(() => Int, { nullable: true })
  winners?: number | null;
  @Field(() => Int, { nullable: true })
  alternates?: number | null;
  @Field(() => String, { nullable: true })
  title?: string | null;
  @Field(() => String, { nullable: true })
  description?: string | null;
  @Field(() => String, { nullable: true })
  image?: string | null;
  @Field(() => String, { nullable: true })
  metadataUri?: string | null;
}

@InputType()
export class IssueEntriesInput extends ChangeEntriesInput {}

@InputType()
export class RemoveEntriesInput extends ChangeEntriesInput {}

@InputType()
export class DeclareWinnerInput extends PendingRoundInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
}

@InputType()
export class DrawWinnerInput extends PendingRoundInput {}

@InputType()
export class ConfirmReceiptByProviderInput extends PendingRoundInput {
  @Field(() => Int, { nullable: true })
  place?: number | null;
}

@InputType()
export class SetRoundMetadataInput extends RoundOperationInput {
  @Field(() => String, { nullable: true })
  metadataUri?: string | null;
  @Field(() => String, { nullable: true })
  title?: string | null;
  @Field(() => String, { nullable: true })
  description?: string | null;
  @Field(() => String, { nullable: true })
  itemImage?: string | null;
  @Field(() => String, { nullable: true })
  winnerImage?: string | null;
}

@InputType()
export class SetRoundImageInput extends RoundOperationInput {
  @Field(() => String)
  imageURI!: string;
}

@InputType()
export class RecordPrizeDeliveryInput extends RoundOperationInput {
  @Field(() => Address)
  assetContract!: string;
  @Field(() => Address)
  recipient!: string;
  @Field(() => GraphQLSafeInt)
  proofChainId!: number;
  @Field(() => Hash)
  proofTxHash!: string;
  @Field(() => String, { nullable: true })
  proofURI?: string | null;
}

export const OwnershipMode = toEnum(OWNERSHIP_MODES);
registerEnumType(OwnershipMode, {
  name: 'OwnershipMode',
  description: 'The wallet that gets the passport, and the origin of the passport.',
  valuesConfig: {
    DIRECT_ENTRANT_WALLET: { description: "A new passport for the entrant's own wallet; the default." },
    MANAGED_WALLET: { description: 'A new passport for a wallet that the service manages for the entrant.' },
    TRANSFER_EXISTING_PASSPORT: { description: 'An existing passport of another wallet.' },
  },
});

@InputType()
export class ProvisionEntrantInput extends OperationInput {
  @Field(() => OwnershipMode, { nullable: true })
  ownershipMode?: (typeof OWNERSHIP_MODES)[number] | null;
  @Field(() => Address, { nullable: true })
  entrantWallet?: string | null;
  @Field(() => Address, { nullable: true })
  managedWallet?: string | null;
  @Field(() => Address, { nullable: true })
  sourceWallet?: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The passport to transfer, if sourceWallet has several.',
  })
  passportId?: number | null;
  @Field(() => String, { nullable: true })
  giveawayId?: string | null;
  @Field(() => Boolean, { nullable: true })
  issue?: boolean | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  amount?: number | null;
  @Field(() => Int, { nullable: true })
  reasonCode?: number | null;
  @Field(() => String, { nullable: true })
  evidence?: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  maxTransfers?: number | null;
  @Field(() => Boolean, { nullable: true })
  notify?: boolean | null;
  @Field(() => String, { nullable: true })
  email?: string | null;
  @Field(() => String, { nullable: true })
  claimUrl?: string | null;
}
