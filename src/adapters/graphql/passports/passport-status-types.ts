import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { Address } from '../leaf-types/chain-scalars.ts';

@InputType()
export class PassportStatusInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address, {
    nullable: true,
    description: 'Acknowledges this new owner: while it is the owner, the change is no longer reported.',
  })
  acknowledgedOwnerWallet?: string | null;
}

@ObjectType()
export class PassportStatusPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address, { description: 'The present owner on the chain.' })
  ownerWallet!: string;
  @Field(() => Address, {
    nullable: true,
    description: 'The owner that the provider knows; null if the provider never used the passport.',
  })
  previousOwnerWallet!: string | null;
  @Field(() => Boolean, { description: 'Whether the owner differs from previousOwnerWallet.' })
  ownerChanged!: boolean;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'How often it may be transferred; null if unlimited.',
  })
  maxTransfers!: number | null;
  @Field(() => GraphQLSafeInt, { description: 'How often it was transferred since it was minted.' })
  transfersUsed!: number;
  @Field(() => Boolean, { description: 'Whether it may be transferred again.' })
  tradable!: boolean;
}
