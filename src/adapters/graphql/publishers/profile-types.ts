import { Field, InputType, ObjectType } from 'type-graphql';
import { PublisherType } from '../listings/publisher-types.ts';

@InputType({ description: 'The whole profile that the caller has seen; what is left out is empty.' })
export class ExpectedPublisherProfileInput {
  @Field(() => String, { nullable: true, description: 'The public name.' })
  name?: string | null;
  @Field(() => String, { nullable: true, description: 'The public text.' })
  text?: string | null;
  @Field(() => [String], { nullable: true, description: 'All links, in their order.' })
  links?: string[] | null;
}

@InputType({ description: 'The whole profile; what is left out is empty afterwards.' })
export class SetPublisherProfileInput {
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => String, { nullable: true })
  text?: string | null;
  @Field(() => [String], { nullable: true })
  links?: string[] | null;
  @Field(() => ExpectedPublisherProfileInput, {
    nullable: true,
    description:
      'What the caller has seen: the change is refused with the reason PROFILE_CHANGED when the profile is different, unless it has the new values already.',
  })
  expected?: ExpectedPublisherProfileInput | null;
}

@ObjectType()
export class SetPublisherProfilePayload {
  @Field(() => PublisherType, { description: 'Your publisher with its new profile.' })
  publisher!: PublisherType;
}
