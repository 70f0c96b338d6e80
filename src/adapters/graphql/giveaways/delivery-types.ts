import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { PageInfoType } from '../relay/node-types.ts';

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
  @Field(() => Int, { description: 'Counted from 1; the latest revision corrects those before it.' })
  revision!: number;
  @Field(() => Address, { description: 'The wallet that recorded it.' })
  signer!: string;
  @Field(() => Address, { description: 'The contract of the token that was delivered.' })
  assetContract!: string;
  @Field(() => Address, { description: 'The wallet that got the prize.' })
  recipient!: string;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The chain of the proof; null for a number that is not a valid chain id.',
  })
  proofChainId!: number | null;
  @Field(() => Hash, { description: 'The transaction that delivered it.' })
  proofTxHash!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The URI of further evidence, which the service never fetches; null without one.',
  })
  proofURI!: string | null;
  @Field(() => GraphQLDateTime, { description: 'When the delivery was recorded.' })
  deliveredAt!: string;
  @Field(() => Hash, { description: 'The transaction that recorded the delivery.' })
  transactionHash!: string;
  @Field(() => DeliveryVerification, { description: 'The URI of the proof is not part of this check.' })
  verification!: DeliveryVerification;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null while the verification is PENDING.' })
  verifiedAt!: string | null;
}

@ObjectType()
export class PrizeDeliveryEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => PrizeDelivery)
  node!: PrizeDelivery;
}

@ObjectType()
export class PrizeDeliveryConnection {
  @Field(() => [PrizeDeliveryEdge])
  edges!: PrizeDeliveryEdge[];
  @Field(() => [PrizeDelivery], { description: 'The nodes of the edges.' })
  nodes!: PrizeDelivery[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
