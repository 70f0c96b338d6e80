import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { FeedSubscription } from '../../../core/webhooks/subscriptions/feed-subscription.ts';
import { feedSubscriptions } from '../../../core/webhooks/subscriptions/feed-subscriptions.ts';
import { removeFeedSubscription } from '../../../core/webhooks/subscriptions/remove-feed-subscription.ts';
import { WEBHOOKS_ORDER } from '../../../core/webhooks/webhooks.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { toConnection } from '../relay/connections.ts';
import { PageArgs } from '../relay/page-args.ts';
import {
  FeedSubscriptionConnection,
  RemoveFeedSubscriptionInput,
  RemoveFeedSubscriptionPayload,
  type FeedSubscriptionType,
} from './feed-subscription-types.ts';

@Resolver()
export class FeedSubscriptionResolver {
  @Requires(feedSubscriptions)
  @Query(() => FeedSubscriptionConnection, {
    description: 'Operator: the subscriptions of the feed by WebSub, newest first.',
  })
  async feedSubscriptions(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<FeedSubscriptionConnection> {
    const page = await run(feedSubscriptions, args);
    return toConnection(page, WEBHOOKS_ORDER, ({ createdAt }) => createdAt, present);
  }

  @Requires(removeFeedSubscription)
  @Mutation(() => RemoveFeedSubscriptionPayload, {
    description: 'Operator: ends a subscription of the feed, and tells its callback so once.',
  })
  async removeFeedSubscription(
    @Arg('input', () => RemoveFeedSubscriptionInput) input: RemoveFeedSubscriptionInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RemoveFeedSubscriptionPayload> {
    return { subscription: present(await run(removeFeedSubscription, input)) };
  }
}

function present(subscription: FeedSubscription): FeedSubscriptionType {
  const { id, callback, topic, createdAt, leaseUntil, disabledAt } = subscription;
  return { id, callback, topic, createdAt, leaseUntil, disabledAt };
}
