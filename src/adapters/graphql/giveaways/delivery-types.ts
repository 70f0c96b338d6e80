import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DELIVERY_REASONS, type DeliveryReason } from '../../../core/prizes/delivery-checks.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { Public } from '../guard/field-rules.ts';

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
    VERIFIED: {
      description:
        'After the decision of the round the transaction moved the asset to the recipient, and this transfer proves no other delivery. `amount`, `transferredFrom` and `byProvider` say what was moved, and by whom.',
    },
    MISMATCH: { description: 'The transaction does not prove the delivery; the reason says why.' },
    UNVERIFIABLE: {
      description: 'The service has no node of that chain, or the transaction was not found within a day.',
    },
  },
});

const DeliveryReasonEnum = toEnum(DELIVERY_REASONS);
registerEnumType(DeliveryReasonEnum, {
  name: 'DeliveryVerificationReason',
  description: 'Why a delivery is not VERIFIED.',
  valuesConfig: {
    WAITING: { description: 'The transaction is not in a block yet, or not deep enough.' },
    NO_ANSWER: { description: 'The node of that chain gives no reliable answer at the moment.' },
    NO_NODE: { description: 'This service has no node of that chain.' },
    NOT_FOUND: { description: 'The transaction was not found within a day.' },
    FAILED: { description: 'The transaction failed.' },
    NO_TRANSFER: { description: 'The transaction moves nothing of the asset to the recipient.' },
    BEFORE_DECISION: { description: 'The transaction is older than the decision of the round.' },
    OTHER_PROVIDER: { description: 'The asset came from a wallet of another provider.' },
    USED_BEFORE: {
      description: 'The transfer proves the delivery of another round, or of another place, already.',
    },
  },
});

@Public({ cache: 'chain' })
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
  @Field(() => DeliveryReasonEnum, {
    nullable: true,
    description: 'Why it is not VERIFIED; null if it is, and before the first check.',
  })
  verificationReason!: DeliveryReason | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The amount that a verified delivery moved to the recipient, decimal, in the smallest unit of the asset; 1 for a token of ERC-721.',
  })
  amount!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The number of the token that a verified delivery moved, decimal; null for amounts.',
  })
  tokenId!: string | null;
  @Field(() => Address, {
    nullable: true,
    description:
      'The wallet that a verified delivery came from; the zero address for a token that was minted.',
  })
  transferredFrom!: string | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The wallet that sent the transaction of a verified delivery.',
  })
  sender!: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether `transferredFrom` or `sender` is a wallet that is registered for the provider; null unless the delivery is verified.',
  })
  byProvider!: boolean | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The time of the block that contains the transaction of a verified delivery.',
  })
  transferredAt!: string | null;
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
