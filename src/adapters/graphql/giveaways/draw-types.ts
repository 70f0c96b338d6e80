import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Address, Bytes, Hash } from '../leaf-types/chain-scalars.ts';
import { Node } from '../relay/node-types.ts';

@ObjectType({ description: 'Who won a round.' })
export class Winner {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
  @Field(() => Address, { description: 'The owner of the passport when the round was decided.' })
  wallet!: string;
}

@ObjectType({
  implements: Node,
  description:
    'How a winner was drawn: whoever has the entries of the round can draw it again and must come to the same passport.',
})
export class DrawProof extends Node {
  @Field(() => Address, { description: 'The contract that verified the signature.' })
  beacon!: string;
  @Field(() => GraphQLSafeInt, {
    description: 'The first round of the beacon after the close and its margin.',
  })
  beaconRound!: number;
  @Field(() => Bytes, { description: "The beacon's signature of that round." })
  signature!: string;
  @Field(() => Hash, { description: 'sha256 of the signature.' })
  randomness!: string;
  @Field(() => GraphQLSafeInt, { description: 'The entries that counted.' })
  total!: number;
  @Field(() => GraphQLSafeInt, { description: 'Which of them was drawn, counted from 0.' })
  ticket!: number;
  @Field(() => GraphQLDateTime)
  settledAt!: string;
  @Field(() => GraphQLSafeInt)
  blockNumber!: number;
  @Field(() => Hash)
  blockHash!: string;
  @Field(() => Hash)
  transactionHash!: string;
}
