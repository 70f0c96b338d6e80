import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Public } from '../guard/field-rules.ts';

@ArgsType()
export class PassportsArgs extends PageArgs {
  @Field(() => Address)
  owner!: string;
}

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'A token that entries belong to.' })
export class Passport extends Node {
  @Field(() => GraphQLSafeInt, { description: 'Its number in this service.' })
  passportId!: number;
  @Field(() => GraphQLSafeInt, {
    description:
      'Its number in the contract that made it, counted from 1. It is the passportId, unless this service has changed its contracts.',
  })
  numberOnChain!: number;
  @Field(() => Address, { description: 'The wallet that holds it at present.' })
  owner!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'How often it may be transferred; null if unlimited.',
  })
  maxTransfers!: number | null;
  @Field(() => Int, { description: 'How often it was transferred since it was minted.' })
  transfersUsed!: number;
  @Field(() => Boolean, { description: 'Whether it may be transferred again.' })
  tradable!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When it was minted.' })
  mintedAt!: string;
  @Field(() => GraphQLSafeInt, { description: 'The number of the block that minted it.' })
  mintedBlock!: number;
}

@ObjectType()
export class PassportEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Passport)
  node!: Passport;
}

@ObjectType()
export class PassportConnection {
  @Field(() => [PassportEdge])
  edges!: PassportEdge[];
  @Field(() => [Passport], { description: 'The nodes of the edges.' })
  nodes!: Passport[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'A transfer of a passport.' })
export class PassportTransfer extends Node {
  @Field(() => Address, { description: 'The wallet that held it before.' })
  from!: string;
  @Field(() => Address, { description: 'The wallet that got it.' })
  to!: string;
  @Field(() => GraphQLDateTime, { description: 'When it was transferred.' })
  transferredAt!: string;
  @Field(() => GraphQLSafeInt)
  blockNumber!: number;
  @Field(() => Hash)
  transactionHash!: string;
}

@ObjectType()
export class PassportTransferEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => PassportTransfer)
  node!: PassportTransfer;
}

@ObjectType()
export class PassportTransferConnection {
  @Field(() => [PassportTransferEdge])
  edges!: PassportTransferEdge[];
  @Field(() => [PassportTransfer], { description: 'The nodes of the edges.' })
  nodes!: PassportTransfer[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Public()
@ObjectType({ description: 'A provision: a provider minted the passport, or moved it to an entrant.' })
export class PassportProvision {
  @Field(() => Hash, { description: "The provider's key on chain." })
  providerKey!: string;
  @Field(() => Address, { description: 'The wallet that acted for the provider.' })
  signer!: string;
  @Field(() => Boolean, { description: 'Whether it minted the passport.' })
  minted!: boolean;
  @Field(() => Address, {
    nullable: true,
    description: 'The holder before; null for a mint, and `to` itself when the passport was there already.',
  })
  from!: string | null;
  @Field(() => Address, { description: 'The wallet that got it.' })
  to!: string;
  @Field(() => GraphQLDateTime, { description: 'When it was provisioned.' })
  provisionedAt!: string;
  @Field(() => GraphQLSafeInt)
  blockNumber!: number;
  @Field(() => Hash)
  transactionHash!: string;
}

@ObjectType()
export class PassportProvisionEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => PassportProvision)
  node!: PassportProvision;
}

@ObjectType()
export class PassportProvisionConnection {
  @Field(() => [PassportProvisionEdge])
  edges!: PassportProvisionEdge[];
  @Field(() => [PassportProvision], { description: 'The nodes of the edges.' })
  nodes!: PassportProvision[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
