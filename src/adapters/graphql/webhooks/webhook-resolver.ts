import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { pageInput, readPage, toCursor, toPage } from '../../../core/values/paging.ts';
import { parseInput } from '../../../core/use-case.ts';
import { createWebhook } from '../../../core/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../core/webhooks/delete-webhook.ts';
import { enableWebhook } from '../../../core/webhooks/enable-webhook.ts';
import { redeliverWebhook } from '../../../core/webhooks/redeliver-webhook.ts';
import { rotateWebhookSecret } from '../../../core/webhooks/rotate-webhook-secret.ts';
import { signedWebhookMessage } from '../../../core/webhooks/signed-webhook-message.ts';
import { DELIVERIES_ORDER, webhookDeliveries } from '../../../core/webhooks/webhook-deliveries.ts';
import type {
  FollowedFilter,
  Webhook as CoreWebhook,
  WebhookDelivery as CoreDelivery,
} from '../../../core/webhooks/webhook.ts';
import { webhooks, WEBHOOKS_ORDER } from '../../../core/webhooks/webhooks.ts';
import { connectionOfEdges, toConnection } from '../relay/connections.ts';
import { presentFollowedFacts } from './followed-facts.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { PageArgs } from '../relay/page-args.ts';
import {
  CreateWebhookInput,
  CreateWebhookPayload,
  EnableWebhookInput,
  EnableWebhookPayload,
  DeleteWebhookInput,
  DeleteWebhookPayload,
  RedeliverWebhookInput,
  RedeliverWebhookPayload,
  RotateWebhookSecretInput,
  RotateWebhookSecretPayload,
  SignedWebhookMessageType,
  WebhookAttemptConnection,
  WebhookConnection,
  WebhookDeliveriesArgs,
  WebhookDeliveryConnection,
  WebhookDeliveryType,
  WebhooksArgs,
  type FollowedFilterType,
  type WebhookType,
} from './webhook-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class WebhookResolver {
  @Requires(webhooks)
  @Query(() => WebhookConnection, {
    description: 'The webhooks of a provider, newest first, for its members and the operator.',
  })
  async webhooks(
    @Args(() => WebhooksArgs) args: WebhooksArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<WebhookConnection> {
    const page = await run(webhooks, args);
    return toConnection(page, WEBHOOKS_ORDER, ({ createdAt }) => createdAt, presentWebhook);
  }

  @Requires(webhookDeliveries)
  @Query(() => WebhookDeliveryConnection, {
    description: 'The deliveries of a webhook in the last 30 days with their outcomes, newest first.',
  })
  async webhookDeliveries(
    @Args(() => WebhookDeliveriesArgs) args: WebhookDeliveriesArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<WebhookDeliveryConnection> {
    const page = await run(webhookDeliveries, args);
    return toConnection(page, DELIVERIES_ORDER, ({ createdAt }) => createdAt, presentDelivery);
  }

  @Requires(signedWebhookMessage)
  @Query(() => SignedWebhookMessageType, {
    description:
      'The message of a delivery with a signature of now, for a receiver that the service cannot reach. Nothing is sent. NOT_FOUND for a listing that is no longer public.',
  })
  async signedWebhookMessage(
    @Arg('delivery', () => ID, { description: 'The id of the delivery.' }) delivery: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SignedWebhookMessageType> {
    const { headers, body } = await run(signedWebhookMessage, { delivery });
    return {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body,
    };
  }

  @Requires(createWebhook)
  @Mutation(() => CreateWebhookPayload, {
    description:
      'Creates a webhook that notifies a provider of its operations and rounds; shows the signing secret once.',
  })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<CreateWebhookPayload> {
    const { webhook, secret } = await run(createWebhook, input);
    return { webhook: presentWebhook(webhook), secret };
  }

  @Requires(rotateWebhookSecret)
  @Mutation(() => RotateWebhookSecretPayload, {
    description:
      'Creates a new signing secret of a webhook; for a day, messages are signed with both secrets.',
  })
  async rotateWebhookSecret(
    @Arg('input', () => RotateWebhookSecretInput) input: RotateWebhookSecretInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RotateWebhookSecretPayload> {
    const { webhook, secret } = await run(rotateWebhookSecret, input);
    return { webhook: presentWebhook(webhook), secret };
  }

  @Requires(enableWebhook)
  @Mutation(() => EnableWebhookPayload, {
    description:
      'Enables a webhook that an answer 410 has disabled. It gets events from now on; redeliver earlier ones.',
  })
  async enableWebhook(
    @Arg('input', () => EnableWebhookInput) input: EnableWebhookInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<EnableWebhookPayload> {
    return { webhook: presentWebhook(await run(enableWebhook, input)) };
  }

  @Requires(deleteWebhook)
  @Mutation(() => DeleteWebhookPayload, {
    description: 'Deletes a webhook with its log; undelivered messages are discarded.',
  })
  async deleteWebhook(
    @Arg('input', () => DeleteWebhookInput) input: DeleteWebhookInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<DeleteWebhookPayload> {
    return { webhook: presentWebhook(await run(deleteWebhook, input)) };
  }

  @Requires(redeliverWebhook)
  @Mutation(() => RedeliverWebhookPayload, {
    description: 'Sends a message again under the same id, at once and with all retries.',
  })
  async redeliverWebhook(
    @Arg('input', () => RedeliverWebhookInput) input: RedeliverWebhookInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RedeliverWebhookPayload> {
    return { delivery: presentDelivery(await run(redeliverWebhook, input)) };
  }
}

/** The name of the order in cursors of the attempts of a delivery. */
const ATTEMPTS_ORDER = 'ATTEMPTS';

@Resolver(() => WebhookDeliveryType)
export class WebhookDeliveryResolver {
  @FieldResolver(() => WebhookAttemptConnection)
  async attempts(
    @Root() { id }: WebhookDeliveryType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<WebhookAttemptConnection> {
    const request = readPage(parseInput(pageInput, args), ATTEMPTS_ORDER, 'number');
    const page = toPage(await loaders.webhookAttempts.load({ id, page: request }), request);
    const edges = page.items.map(({ number, at, durationMs, status, error, body }) => ({
      cursor: toCursor(ATTEMPTS_ORDER, String(number), ''),
      node: { at, durationMs, status, error, body },
    }));
    return connectionOfEdges(page, edges);
  }
}

/** A webhook as GraphQL shows it. */
export function presentWebhook(webhook: CoreWebhook): WebhookType {
  const { id, providerId, filter, url, events, createdAt, rotatedAt, disabledAt } = webhook;
  const shown = { id, providerId, url, events, createdAt, rotatedAt, disabledAt };
  return { ...shown, filter: filter && presentFilter(filter) };
}

function presentFilter(filter: FollowedFilter): FollowedFilterType {
  const { platforms, providers, verified, facts, search, endsBefore, endsAfter, includeEnded } = filter;
  const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));
  const ends = { endsBefore: toDate(endsBefore), endsAfter: toDate(endsAfter) };
  const shownFacts = facts ? presentFollowedFacts(facts) : null;
  return { platforms, providers, verified, facts: shownFacts, search, ...ends, includeEnded };
}

function presentDelivery(delivery: CoreDelivery): WebhookDeliveryType {
  const { id, webhookId, messageId, type, state, nextAttemptAt, createdAt } = delivery;
  return { id, webhookId, messageId, type, state, nextAttemptAt, createdAt };
}
