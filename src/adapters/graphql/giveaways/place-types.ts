import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Hash } from '../leaf-types/chain-scalars.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { Public } from '../guard/field-rules.ts';
import { HasPrizeTexts } from './prize-texts.ts';

@HasPrizeTexts
@Public({ cache: 'chain' })
@ObjectType({
  description:
    'A place of a round that has a winner. The first place is also that of the fields of the round.',
})
export class RoundPlace {
  @Field(() => Int, { description: 'Counted from 0.' })
  place!: number;
  @Field(() => Boolean, {
    description: 'Whether it follows the places of the winners: it gets a prize when a winner gets none.',
  })
  isAlternate!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When it got its winner.' })
  decidedAt!: string;
  @Field(() => GraphQLSafeInt, { description: 'The number of the block that decided it.' })
  blockNumber!: number;
  @Field(() => Hash, { description: 'The transaction that decided it.' })
  transactionHash!: string;
}

@Public({ cache: 'chain' })
@ObjectType({
  description: "The ticket that decided a place. It follows from the seed of the round's drawProof.",
})
export class PlaceDraw {
  @Field(() => GraphQLSafeInt, { description: 'The number of tickets that were drawn before it.' })
  ticketsBefore!: number;
  @Field(() => GraphQLSafeInt, { description: 'The number of tickets from which it was drawn.' })
  total!: number;
  @Field(() => GraphQLSafeInt, { description: 'Its index among them, counted from 0.' })
  ticket!: number;
}

@ObjectType()
export class RoundPlaceEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => RoundPlace)
  node!: RoundPlace;
}

@ObjectType()
export class RoundPlaceConnection {
  @Field(() => [RoundPlaceEdge])
  edges!: RoundPlaceEdge[];
  @Field(() => [RoundPlace], { description: 'The nodes of the edges.' })
  nodes!: RoundPlace[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
