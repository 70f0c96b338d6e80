import { Field, InputType, ObjectType } from 'type-graphql';
import { PublisherType } from '../listings/publisher-types.ts';

@InputType({ description: 'The whole profile; what is left out is empty afterwards.' })
export class SetPublisherProfileInput {
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => String, { nullable: true })
  text?: string | null;
  @Field(() => [String], { nullable: true })
  links?: string[] | null;
}

@ObjectType()
export class SetPublisherProfilePayload {
  @Field(() => PublisherType, { description: 'Your publisher with its new profile.' })
  publisher!: PublisherType;
}
