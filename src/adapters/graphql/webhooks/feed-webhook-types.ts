import { Field, InputType, ObjectType } from 'type-graphql';
import { FeedFilterInput } from '../feed/feed-types.ts';
import { WebhookType } from './webhook-types.ts';

@InputType()
export class CreateFeedWebhookInput {
  @Field(() => String, { description: 'An https:// URL with a public address.' })
  url!: string;
  @Field(() => FeedFilterInput, {
    nullable: true,
    description:
      'The listings that it receives, as in the feed; all when left out. Typing errors in the search are not corrected.',
  })
  filter?: FeedFilterInput | null;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this creation, at most 64 characters. The same request repeated with it creates no second webhook: for ten minutes it gets the same webhook and secret, as long as that is not replaced, and is refused afterwards.',
  })
  creationId?: string | null;
}

@ObjectType()
export class CreateFeedWebhookPayload {
  @Field(() => WebhookType)
  webhook!: WebhookType;
  @Field(() => String, { description: 'The secret that signs messages, shown only now.' })
  secret!: string;
}
