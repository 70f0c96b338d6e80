import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { feedSubscriptions } from '../../../core/webhooks/subscriptions/feed-subscriptions.ts';
import { Requires } from '../guard/field-rules.ts';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { PageInfoType } from '../relay/node-types.ts';

@Requires(feedSubscriptions)
@ObjectType('FeedSubscription', {
  description: 'A callback that gets new entries of the feed by WebSub, without an account.',
})
export class FeedSubscriptionType {
  @Field(() => ID, { description: 'The id of the subscription: the same for the same callback and topic.' })
  id!: string;
  @Field(() => String, { description: 'The URL that gets the entries.' })
  callback!: string;
  @Field(() => String, { description: 'The address of the feed with its filter.' })
  topic!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'When it ends, unless it is renewed before.' })
  leaseUntil!: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its callback answered 410 Gone; nothing has been sent since.',
  })
  disabledAt!: Date | null;
}

@ObjectType()
export class FeedSubscriptionEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => FeedSubscriptionType)
  node!: FeedSubscriptionType;
}

@ObjectType()
export class FeedSubscriptionConnection {
  @Field(() => [FeedSubscriptionEdge])
  edges!: FeedSubscriptionEdge[];
  @Field(() => [FeedSubscriptionType], { description: 'The nodes of the edges.' })
  nodes!: FeedSubscriptionType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class RemoveFeedSubscriptionInput {
  @Field(() => ID, { description: 'The id of the subscription.' })
  id!: string;
}

@ObjectType()
export class RemoveFeedSubscriptionPayload {
  @Field(() => FeedSubscriptionType, { description: 'The subscription that was ended.' })
  subscription!: FeedSubscriptionType;
}
