import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ROUND_STATES, type RoundState } from '../../../core/chain/contracts.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';

export const RoundStateEnum = toEnum(ROUND_STATES);
registerEnumType(RoundStateEnum, {
  name: 'RoundState',
  description: "The state of a round by the chain's clock.",
  valuesConfig: {
    SCHEDULED: { description: 'Not open yet.' },
    OPEN: { description: 'Open: entries can change.' },
    CLOSED: { description: 'Closed, without a winner yet.' },
    DECIDED: { description: 'Decided: it has a winner.' },
    VOID: { description: 'Closed without entries.' },
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
      'The number of entries that count for its winner: its own, and with carry-over those of earlier rounds.',
  })
  entriesTotal!: number;
  @Field(() => Int, { description: 'The number of passports with entries of the round itself.' })
  holders!: number;
  @Field(() => GraphQLDateTime, { nullable: true })
  decidedAt!: string | null;
  @Field(() => String, { nullable: true })
  metadataUri!: string | null;
  @Field(() => Hash, { nullable: true, description: 'keccak256 of the texts as the service stores them.' })
  metadataHash!: string | null;
  @Field(() => String, { nullable: true, description: 'The URI of the image of its winner.' })
  imageUri!: string | null;
  @Field(() => Hash, { nullable: true })
  imageHash!: string | null;
  @Field(() => String, { nullable: true })
  title!: string | null;
  @Field(() => String, { nullable: true })
  description!: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI: the image of the prize.' })
  itemImage!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'An absolute URI: the image from the texts or imageUri, whichever was set later.',
  })
  winnerImage!: string | null;
}

@ObjectType({
  description:
    'The confirmation that the winner received the prize, by the winner or by the provider for it.',
})
export class Receipt {
  @Field(() => Address)
  by!: string;
  @Field(() => Boolean, { description: 'Whether the provider confirmed it for the winner.' })
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
  description: 'The result of checking the proof on the chain that it names.',
  valuesConfig: {
    PENDING: { description: 'Not checked yet: the check waits for the transaction, or for the chain.' },
    VERIFIED: { description: 'The transaction succeeded and transfers the asset to the recipient.' },
    MISMATCH: { description: 'The transaction failed, or does not transfer the asset to the recipient.' },
    UNVERIFIABLE: {
      description: 'The service has no node of that chain, or the transaction was not found within a day.',
    },
  },
});

@ObjectType({ description: "The provider's proof that the prize was delivered." })
export class PrizeDelivery {
  @Field(() => Address, { description: 'The contract of the token that was delivered.' })
  assetContract!: string;
  @Field(() => Address)
  recipient!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The chain of the proof; null for a number that is not a valid chain id.',
  })
  proofChainId!: number | null;
  @Field(() => Hash, { description: 'The transaction that delivered it.' })
  proofTxHash!: string;
  @Field(() => String, { nullable: true })
  proofURI!: string | null;
  @Field(() => GraphQLDateTime)
  deliveredAt!: string;
  @Field(() => Hash, { description: 'The transaction that recorded the delivery.' })
  transactionHash!: string;
  @Field(() => DeliveryVerification, { description: 'The URI of the proof is not part of this check.' })
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

@ObjectType({ description: 'The rounds that have opened, in their order; the first one is always included.' })
export class RoundConnection {
  @Field(() => [RoundEdge])
  edges!: RoundEdge[];
  @Field(() => [Round], { description: 'The nodes of the edges.' })
  nodes!: Round[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
