import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { Address } from '../leaf-types/chain-scalars.ts';

@InputType()
export class PassportStatusInput {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => String, {
    nullable: true,
    description: 'The new owner, as it was told: when it is the owner still, the change is told no more.',
  })
  acknowledgedOwnerWallet?: string | null;
}

@ObjectType()
export class PassportStatusPayload {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address, { description: 'Who owns it on the chain now.' })
  ownerWallet!: string;
  @Field(() => Address, {
    nullable: true,
    description: 'Whom the provider knows as the owner; null when it never met the passport.',
  })
  previousOwnerWallet!: string | null;
  @Field(() => Boolean, { description: 'Whether these two differ.' })
  ownerChanged!: boolean;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'How often it may change hands; null without limit.',
  })
  maxTransfers!: number | null;
  @Field(() => GraphQLSafeInt)
  transfersUsed!: number;
  @Field(() => Boolean, { description: 'Whether it may change hands once more.' })
  tradable!: boolean;
}
