import { Field, ObjectType } from 'type-graphql';
import { Entry } from '../giveaways/entry-types.ts';
import { Giveaway } from '../giveaways/giveaway-types.ts';
import { OperationType } from './operation-types.ts';
import { Passport } from '../passports/passport-types.ts';
import { RoundPlace } from '../giveaways/place-types.ts';
import { Round } from '../giveaways/round-types.ts';

/** The payload fields that all mutations of providers have. */
@ObjectType()
export abstract class OperationPayload {
  @Field(() => OperationType)
  operation!: OperationType | Promise<OperationType>;
  @Field(() => Boolean, { description: 'Whether an earlier answer of the same idempotencyKey is repeated.' })
  replayed!: boolean;
}

@ObjectType()
abstract class GiveawayPayload extends OperationPayload {
  @Field(() => Giveaway, { nullable: true, description: 'Null until the operation is settled.' })
  giveaway!: Promise<Giveaway | null>;
}

@ObjectType()
abstract class RoundPayload extends GiveawayPayload {
  @Field(() => Round, { nullable: true, description: 'Null until the operation is settled.' })
  round!: Promise<Round | null>;
}

@ObjectType()
abstract class PlacePayload extends RoundPayload {
  @Field(() => RoundPlace, {
    nullable: true,
    description: 'The place that the operation is about; null until the operation is settled.',
  })
  place!: Promise<RoundPlace | null>;
}

@ObjectType()
abstract class EntryPayload extends RoundPayload {
  @Field(() => Entry, {
    nullable: true,
    description:
      "The passport's entries in the round, of several rounds in the newest; null until the operation is settled.",
  })
  entry!: Promise<Entry | null>;
}

@ObjectType()
export class CreateGiveawayPayload extends GiveawayPayload {}
@ObjectType()
export class IssueEntriesPayload extends EntryPayload {}
@ObjectType()
export class RemoveEntriesPayload extends EntryPayload {}
@ObjectType()
export class DeclareWinnerPayload extends PlacePayload {}
@ObjectType()
export class DrawWinnerPayload extends RoundPayload {}
@ObjectType()
export class ConfirmReceiptByProviderPayload extends PlacePayload {}
@ObjectType()
export class SetRoundMetadataPayload extends PlacePayload {}
@ObjectType()
export class SetRoundImagePayload extends PlacePayload {}
@ObjectType()
export class RecordPrizeDeliveryPayload extends PlacePayload {}
@ObjectType()
export class ProvisionEntrantPayload extends EntryPayload {
  @Field(() => Passport, { nullable: true, description: 'Null until the operation is settled.' })
  passport!: Promise<Passport | null>;
}
