import { ArgsType, Field, Int } from 'type-graphql';

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'The first 1 to 100 of the list; 20 when neither first nor last is given.',
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'The last 1 to 100 of the list.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
}
