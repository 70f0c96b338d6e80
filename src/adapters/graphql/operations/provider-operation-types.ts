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
  @Field(() => String, { description: 'Your own identifier of the giveaway, at most 128 characters.' })
  giveawayId!: string;
}

@InputType()
abstract class PendingRoundInput extends GiveawayOperationInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'Counted from 0; by default the oldest closed round that still needs this call and that no other call has claimed.',
  })
  roundIndex?: number | null;
}

@InputType()
abstract class RoundOperationInput extends GiveawayOperationInput {
  @Field(() => Int, { description: 'Counted from 0.' })
  roundIndex!: number;
  @Field(() => Int, {
    nullable: true,
    description:
      'The place of the round, counted from 0: the winners first, then the alternates; 0 by default.',
  })
  place?: number | null;
}

@InputType()
abstract class ChangeEntriesInput extends GiveawayOperationInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => GraphQLSafeInt, { description: '1 to 4,294,967,295.' })
  amount!: number;
  @Field(() => Int, { nullable: true, description: 'Your own code, 0 to 65,535; 0 by default.' })
  reasonCode?: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Your own reference, at most 512 characters; only its hash is stored on chain.',
  })
  evidence?: string | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The change is refused if the passport belongs to another wallet.',
  })
  expectedOwnerWallet?: string | null;
}

@InputType()
export class CreateGiveawayInput extends GiveawayOperationInput {
  @Field(() => GraphQLSafeInt, { description: 'Seconds since the epoch: when round 0 opens.' })
  startTime!: number;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Seconds since the epoch; 0 never ends.' })
  endTime?: number | null;
  @Field(() => DeterminationType, { description: 'How its winners are determined.' })
  determinationType!: keyof typeof DeterminationType;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether receipt must be confirmed before a delivery can be recorded.',
  })
  requiresHandshake?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the provider may confirm receipt for the winner.',
  })
  providerPaysReceiptGas?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Days between the starts of two rounds; 0 for one round.',
  })
  rollingEveryDays?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Days that a round is open; rollingEveryDays by default.',
  })
  rollingActiveDays?: number | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether entries also count in later rounds.' })
  rollingEntriesCarryOver?: boolean | null;
  @Field(() => Int, { nullable: true, description: 'Winners of each round, 1 to 100; 1 by default.' })
  winners?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Alternates of each round, which take the places after the winners, 0 to 100; 0 by default.',
  })
  alternates?: number | null;
  @Field(() => String, { nullable: true, description: 'At most 160 characters.' })
  title?: string | null;
  @Field(() => String, { nullable: true, description: 'At most 4,000 characters.' })
  description?: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  image?: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  metadataUri?: string | null;
}

@InputType()
export class IssueEntriesInput extends ChangeEntriesInput {}

@InputType()
export class RemoveEntriesInput extends ChangeEntriesInput {}

@InputType()
export class DeclareWinnerInput extends PendingRoundInput {
  @Field(() => GraphQLSafeInt, { description: 'The number of the winning passport in this service.' })
  passportId!: number;
}

@InputType()
export class DrawWinnerInput extends PendingRoundInput {}

@InputType()
export class ConfirmReceiptByProviderInput extends PendingRoundInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The place of the round, counted from 0: the winners first, then the alternates; 0 by default.',
  })
  place?: number | null;
}

@InputType()
export class SetRoundMetadataInput extends RoundOperationInput {
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  metadataUri?: string | null;
  @Field(() => String, { nullable: true, description: 'At most 160 characters.' })
  title?: string | null;
  @Field(() => String, { nullable: true, description: 'At most 4,000 characters.' })
  description?: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  itemImage?: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  winnerImage?: string | null;
}

@InputType()
export class SetRoundImageInput extends RoundOperationInput {
  @Field(() => String, { description: "An absolute URI: the winner's image." })
  imageURI!: string;
}

@InputType()
export class RecordPrizeDeliveryInput extends RoundOperationInput {
  @Field(() => Address, {
    description:
      'The contract of the token that was delivered; 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE for the chain’s own currency (ERC-7528).',
  })
  assetContract!: string;
  @Field(() => Address, { description: 'The present owner of the winning passport.' })
  recipient!: string;
  @Field(() => GraphQLSafeInt, { description: 'The chain that the prize was delivered on.' })
  proofChainId!: number;
  @Field(() => Hash, { description: 'The transaction that delivered it.' })
  proofTxHash!: string;
  @Field(() => String, { nullable: true, description: 'An absolute URI; it is never fetched.' })
  proofURI?: string | null;
}

export const OwnershipMode = toEnum(OWNERSHIP_MODES);
registerEnumType(OwnershipMode, {
  name: 'OwnershipMode',
  description: 'The wallet that gets the passport, and the origin of the passport.',
  valuesConfig: {
    DIRECT_ENTRANT_WALLET: { description: "A new passport for the entrant's own wallet." },
    MANAGED_WALLET: { description: 'A new passport for a wallet that the service manages for the entrant.' },
    TRANSFER_EXISTING_PASSPORT: { description: 'An existing passport of another wallet.' },
  },
});

@InputType()
export class ProvisionEntrantInput extends OperationInput {
  @Field(() => OwnershipMode, { nullable: true, description: 'DIRECT_ENTRANT_WALLET by default.' })
  ownershipMode?: (typeof OWNERSHIP_MODES)[number] | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The target wallet; with MANAGED_WALLET only your own reference.',
  })
  entrantWallet?: string | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The managed wallet that gets the passport; by default a new one is created.',
  })
  managedWallet?: string | null;
  @Field(() => Address, {
    nullable: true,
    description: 'With TRANSFER_EXISTING_PASSPORT: the present owner.',
  })
  sourceWallet?: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The passport to transfer, if sourceWallet has several.',
  })
  passportId?: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Your own identifier of the giveaway whose entries are issued.',
  })
  giveawayId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to issue entries; true when giveawayId is given.',
  })
  issue?: boolean | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: '1 to 4,294,967,295; needed to issue.' })
  amount?: number | null;
  @Field(() => Int, { nullable: true, description: 'Your own code, 0 to 65,535; 0 by default.' })
  reasonCode?: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Your own reference; only its hash is stored on chain.',
  })
  evidence?: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'How often a new passport may be transferred: 0 is never; unlimited by default.',
  })
  maxTransfers?: number | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether to send the entrant an e-mail.' })
  notify?: boolean | null;
  @Field(() => String, { nullable: true, description: "The entrant's e-mail address." })
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The URL where the entrant claims the passport; shown in the e-mail.',
  })
  claimUrl?: string | null;
}
