import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { OPERATION_STATUSES } from '../../../core/operations/operation.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node } from '../relay/node-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { findOperation } from '../../../core/operations/find-operation.ts';

export const OperationStatusEnum = toEnum(OPERATION_STATUSES);
registerEnumType(OperationStatusEnum, {
  name: 'OperationStatus',
  description: 'The status of an operation. CONFIRMED, FINALIZED and FAILED are outcomes.',
  valuesConfig: {
    QUEUED: { description: 'Accepted; not in a transaction yet.' },
    SENT: { description: 'In a transaction that is not in a block yet.' },
    MINED: { description: 'In a block that is not deep enough yet, or that queries do not show yet.' },
    CONFIRMED: {
      description: 'In a block with the configured number of confirmations; queries show its effect.',
    },
    FINALIZED: { description: 'In a final block.' },
    FAILED: { description: 'The contracts refused it; it had no effect.' },
  },
});

@Requires(findOperation)
@ObjectType('OperationError', { description: 'Why an operation failed.' })
export class OperationErrorType {
  @Field(() => String, { description: 'The code of the error, as in the REST API.' })
  code!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The exact reason, stable, for programs; null without one.',
  })
  reason!: string | null;
  @Field(() => String, { description: 'For people: the problem, and how to correct it.' })
  message!: string;
}

@Requires(findOperation)
@ObjectType('Operation', {
  implements: Node,
  description: 'An accepted change of the chain, which takes effect exactly once.',
})
export class OperationType extends Node {
  @Field(() => String, { nullable: true, description: 'The requested operation, such as issue-entries.' })
  endpoint!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The caller that requested it, as in the audit log: key:<id of the API key>, or operator.',
  })
  requestedBy!: string | null;
  @Field(() => OperationStatusEnum, { description: 'How far it is.' })
  status!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Why it is delayed: RPC_DOWN, RPC_LAGGING, GAS_TOO_HIGH, INSUFFICIENT_FUNDS or SIGNER_PAUSED.',
  })
  hold!: string | null;
  @Field(() => Address, { description: 'The wallet that signs and pays.' })
  signer!: string;
  @Field(() => Hash, {
    nullable: true,
    description: 'The transaction that was mined, or that was sent last.',
  })
  transactionHash!: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of the block with its transaction; null until it is mined.',
  })
  blockNumber!: number | null;
  @Field(() => GraphQLSafeInt, {
    description: 'The number of blocks since its own, inclusive; 0 until it is mined.',
  })
  confirmations!: number;
  @Field(() => GraphQLJSONObject, {
    description: "Values of the request and of the contracts' events, by name, as in the REST answer.",
  })
  result!: object;
  @Field(() => OperationErrorType, {
    nullable: true,
    description: 'Why it failed; null unless its status is FAILED.',
  })
  error!: OperationErrorType | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime)
  updatedAt!: Date;
}
