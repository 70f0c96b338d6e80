import { GraphQLDateTime, GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { OPERATION_STATUSES } from '../../../core/operations/operation.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';

export const OperationStatusEnum = toEnum(OPERATION_STATUSES);
registerEnumType(OperationStatusEnum, {
  name: 'OperationStatus',
  description: 'How far an operation is. CONFIRMED, FINALIZED and FAILED are answers.',
  valuesConfig: {
    QUEUED: { description: 'Accepted; no transaction carries it yet.' },
    SENT: { description: 'In a transaction that waits for its block.' },
    MINED: { description: 'In a block that is not deep enough yet.' },
    CONFIRMED: { description: "In a block as deep as the chain's confirmations say." },
    FINALIZED: { description: 'In a block that nothing can replace.' },
    FAILED: { description: 'The contracts refused it; it had no effect.' },
  },
});

@ObjectType('OperationError', { description: 'Why an operation failed.' })
export class OperationErrorType {
  @Field(() => String)
  code!: string;
  @Field(() => String, { nullable: true })
  reason!: string | null;
  @Field(() => String)
  message!: string;
}

@ObjectType('Operation', {
  description: 'A change on the chain that was accepted, to be carried out exactly once.',
})
export class OperationType {
  @Field(() => ID)
  id!: string;
  @Field(() => String, { nullable: true, description: 'What was asked for, such as issue-entries.' })
  endpoint!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Who asked for it, as the audit log names it: key:<the id of the API key>, or operator.',
  })
  requestedBy!: string | null;
  @Field(() => OperationStatusEnum)
  status!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Why it does not move for now: RPC_DOWN, RPC_LAGGING, GAS_TOO_HIGH, INSUFFICIENT_FUNDS or SIGNER_PAUSED.',
  })
  hold!: string | null;
  @Field(() => Address, { description: 'The wallet that signs and pays.' })
  signer!: string;
  @Field(() => Hash, { nullable: true, description: 'Of its transaction as mined, or as sent last.' })
  transactionHash!: string | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  blockNumber!: number | null;
  @Field(() => GraphQLSafeInt, { description: 'Blocks from its own on; 0 until it is mined.' })
  confirmations!: number;
  @Field(() => GraphQLJSONObject, {
    description: 'What was asked for and what the contracts told, by name, as in the REST answer.',
  })
  result!: object;
  @Field(() => OperationErrorType, { nullable: true })
  error!: OperationErrorType | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime)
  updatedAt!: Date;
}
