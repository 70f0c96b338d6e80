import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { createFeedWebhook } from '../../../core/webhooks/follow/create-feed-webhook.ts';
import { feedWebhooks } from '../../../core/webhooks/follow/feed-webhooks.ts';
import { WEBHOOKS_ORDER } from '../../../core/webhooks/webhooks.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { toConnection } from '../relay/connections.ts';
import { PageArgs } from '../relay/page-args.ts';
import { CreateFeedWebhookInput, CreateFeedWebhookPayload } from './feed-webhook-types.ts';
import { presentWebhook } from './webhook-resolver.ts';
import { WebhookConnection } from './webhook-types.ts';

@Resolver()
export class FeedWebhookResolver {
  @Requires(feedWebhooks)
  @Query(() => WebhookConnection, {
    description: 'The webhooks of your account that follow the feed, newest first.',
  })
  async feedWebhooks(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<WebhookConnection> {
    const page = await run(feedWebhooks, args);
    return toConnection(page, WEBHOOKS_ORDER, ({ createdAt }) => createdAt, presentWebhook);
  }

  @Requires(createFeedWebhook)
  @Mutation(() => CreateFeedWebhookPayload, {
    description:
      'Creates a webhook of your account that gets each listing once, when it begins to match a filter of the feed; shows the signing secret once.',
  })
  async createFeedWebhook(
    @Arg('input', () => CreateFeedWebhookInput) input: CreateFeedWebhookInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateFeedWebhookPayload> {
    const { webhook, secret } = await run(createFeedWebhook, input);
    return { webhook: presentWebhook(webhook), secret };
  }
}
