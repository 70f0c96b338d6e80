import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ObjectType } from 'type-graphql';
import { Address, Bytes, Hash } from '../leaf-types/chain-scalars.ts';
import { Node } from '../relay/node-types.ts';
import { Public } from '../guard/field-rules.ts';

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'The winner of a round.' })
export class Winner extends Node {
  @Field(() => GraphQLSafeInt, { description: 'The number of the winning passport in this service.' })
  passportId!: number;
  @Field(() => GraphQLSafeInt, { description: 'The number of the passport in the contract that made it.' })
  numberOnChain!: number;
  @Field(() => Address, { description: 'The owner of the passport when the round was decided.' })
  wallet!: string;
}

@Public({ cache: 'chain' })
@ObjectType({
  implements: Node,
  description:
    'How a winner was drawn: with the entries of the round, anybody can repeat the draw and get the same passport.',
})
export class DrawProof extends Node {
  @Field(() => Address, { description: 'The contract that verified the signature.' })
  beacon!: string;
  @Field(() => GraphQLSafeInt, {
    description: 'The first round of the beacon after the close plus the margin.',
  })
  beaconRound!: number;
  @Field(() => Bytes, { description: "The beacon's signature of that round." })
  signature!: string;
  @Field(() => Hash, { description: 'sha256 of the signature.' })
  randomness!: string;
  @Field(() => GraphQLSafeInt, { description: 'The number of entries that counted.' })
  total!: number;
  @Field(() => GraphQLSafeInt, { description: 'The index of the drawn entry, counted from 0.' })
  ticket!: number;
  @Field(() => GraphQLDateTime, { description: 'When the draw was on the chain.' })
  settledAt!: string;
  @Field(() => GraphQLSafeInt)
  blockNumber!: number;
  @Field(() => Hash, { description: 'The hash of that block, for a proof of its state.' })
  blockHash!: string;
  @Field(() => Hash)
  transactionHash!: string;
}
