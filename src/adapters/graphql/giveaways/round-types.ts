import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ROUND_STATES, type RoundState } from '../../../core/chain/contracts.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';

export const RoundStateEnum = toEnum(ROUND_STATES);
registerEnumType(RoundStateEnum, {
  name: 'RoundState',
  description: "Where a round stands by the chain's clock.",
  valuesConfig: {
    SCHEDULED: { description: 'It opens later.' },
    OPEN: { description: 'Entries can change.' },
    CLOSED: { description: 'It waits for its winner.' },
    DECIDED: { description: 'It has a winner.' },
    VOID: { description: 'It closed without entries.' },
  },
});

@ObjectType({ implements: Node, description: 'A round of a giveaway.' })
export class Round extends Node {
  @Field(() => Int, { description: 'Counted from 0.' })
  index!: number;
  @Field(() => RoundStateEnum)
  state!: RoundState;
  @Field(() => GraphQLDateTime)
  opensAt!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null when it never closes.' })
  closesAt!: string | null;
  @Field(() => GraphQLSafeInt, {
    description:
      'Entries that count for its winner: its own, and those of earlier rounds where they carry over.',
  })
  entriesTotal!: number;
  @Field(() => Int, { description: 'How many passports hold entries of the round itself.' })
  holders!: number;
  @Field(() => GraphQLDateTime, { nullable: true })
  decidedAt!: string | null;
  @Field(() => String, { nullable: true })
  metadataUri!: string | null;
  @Field(() => Hash, { nullable: true, description: 'keccak256 of the texts as the service keeps them.' })
  metadataHash!: string | null;
  @Field(() => String, { nullable: true, description: 'The URI of the image of its winner.' })
  imageUri!: string | null;
  @Field(() => Hash, { nullable: true })
  imageHash!: string | null;
  @Field(() => String, { nullable: true })
  title!: string | null;
  @Field(() => String, { nullable: true })
  description!: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI: what is to be won.' })
  itemImage!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'An absolute URI: that of the texts or imageUri, whichever was set later.',
  })
  winnerImage!: string | null;
}

@ObjectType({ description: 'That the winner has the prize, said by the winner or for it.' })
export class Receipt {
  @Field(() => Address)
  by!: string;
  @Field(() => Boolean, { description: 'Whether the provider said so for the winner.' })
  byProvider!: boolean;
  @Field(() => GraphQLDateTime)
  confirmedAt!: string;
  @Field(() => Hash)
  transactionHash!: string;
}

export enum DeliveryVerification {
  PENDING = 'PENDING',
  VERIFIED = 'VERIFIED',
  MISMATCH = 'MISMATCH',
  UNVERIFIABLE = 'UNVERIFIABLE',
}
registerEnumType(DeliveryVerification, {
  name: 'DeliveryVerification',
  description: 'What the chain that the proof names says of it.',
  valuesConfig: {
    PENDING: { description: 'Nothing yet: the check waits for the transaction, or for the chain.' },
    VERIFIED: { description: 'The transaction succeeded and hands the asset to the recipient.' },
    MISMATCH: { description: 'The transaction failed, or does not hand the asset to the recipient.' },
    UNVERIFIABLE: {
      description:
        'This service reads no node of that chain, or the transaction did not turn up within a day.',
    },
  },
});

@ObjectType({ description: "The provider's proof that the prize was handed over." })
export class PrizeDelivery {
  @Field(() => Address, { description: 'The contract of the token that was delivered.' })
  assetContract!: string;
  @Field(() => Address)
  recipient!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The chain of the proof; null for a number that no chain has.',
  })
  proofChainId!: number | null;
  @Field(() => Hash, { description: 'The transaction that delivered.' })
  proofTxHash!: string;
  @Field(() => String, { nullable: true })
  proofURI!: string | null;
  @Field(() => GraphQLDateTime)
  deliveredAt!: string;
  @Field(() => Hash, { description: 'The transaction that recorded the delivery.' })
  transactionHash!: string;
  @Field(() => DeliveryVerification, { description: 'The URI of the proof plays no part in it.' })
  verification!: DeliveryVerification;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null while the verification is PENDING.' })
  verifiedAt!: string | null;
}

@ObjectType()
export class RoundEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Round)
  node!: Round;
}

@ObjectType({ description: 'Rounds that have opened, in their order; the first one is always there.' })
export class RoundConnection {
  @Field(() => [RoundEdge])
  edges!: RoundEdge[];
  @Field(() => [Round], { description: 'The nodes of the edges.' })
  nodes!: Round[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
