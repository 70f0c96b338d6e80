import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DELIVERY_STATES, type DeliveryState } from '../../../core/webhooks/webhook.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { FollowedFactsType } from './followed-facts.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Requires } from '../guard/field-rules.ts';
import { signedWebhookMessage } from '../../../core/webhooks/signed-webhook-message.ts';
import { webhookDeliveries } from '../../../core/webhooks/webhook-deliveries.ts';
import { webhooks } from '../../../core/webhooks/webhooks.ts';

export const WebhookDeliveryState = toEnum(DELIVERY_STATES);
registerEnumType(WebhookDeliveryState, {
  name: 'WebhookDeliveryState',
  description: 'Whether the message of a delivery has arrived.',
  valuesConfig: {
    PENDING: { description: 'Another attempt is scheduled.' },
    DELIVERED: { description: 'The receiver answered with 2xx.' },
    FAILED: { description: 'All attempts failed, or the receiver answered 410 Gone.' },
  },
});

@Requires(webhooks)
@ObjectType('FollowedFilter', {
  description: 'A filter of the feed that a webhook follows; a field without a value does not filter.',
})
export class FollowedFilterType {
  @Field(() => [String], { nullable: true, description: 'Any of these platforms.' })
  platforms!: readonly string[] | null;
  @Field(() => [String], { nullable: true, description: 'Any of these providers.' })
  providers!: readonly string[] | null;
  @Field(() => Boolean, { nullable: true, description: 'true: only verified listings; false: only others.' })
  verified!: boolean | null;
  @Field(() => FollowedFactsType, { nullable: true, description: 'Only listings that state these facts.' })
  facts!: FollowedFactsType | null;
  @Field(() => String, {
    nullable: true,
    description: 'Words or beginnings of words, all of which must occur.',
  })
  search!: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only listings that end before this instant.',
  })
  endsBefore!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only listings that end after this instant.' })
  endsAfter!: Date | null;
  @Field(() => Boolean, { description: 'Also ended listings.' })
  includeEnded!: boolean;
}

@Requires(webhooks)
@ObjectType('Webhook', {
  description:
    'A URL where a provider is notified of its operations and rounds, or an account of listings that match a filter.',
})
export class WebhookType {
  @Field(() => ID, { description: 'The id of the webhook.' })
  id!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'The provider whose events it receives; null when it follows the feed.',
  })
  providerId!: string | null;
  @Field(() => FollowedFilterType, {
    nullable: true,
    description: 'The filter of the feed that it follows; null when it receives the events of a provider.',
  })
  filter!: FollowedFilterType | null;
  @Field(() => String, { description: 'The address that gets the messages, by POST.' })
  url!: string;
  @Field(() => [String], { description: 'The types of the events that it receives.' })
  events!: readonly string[];
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { nullable: true })
  rotatedAt!: Date | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its receiver answered 410 Gone; nothing has been sent since.',
  })
  disabledAt!: Date | null;
}

@ObjectType()
export class WebhookEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => WebhookType)
  node!: WebhookType;
}

@ObjectType()
export class WebhookConnection {
  @Field(() => [WebhookEdge])
  edges!: WebhookEdge[];
  @Field(() => [WebhookType], { description: 'The nodes of the edges.' })
  nodes!: WebhookType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Requires(webhookDeliveries)
@ObjectType('WebhookAttempt', { description: 'One request to the receiver of a webhook.' })
export class WebhookAttemptType {
  @Field(() => GraphQLDateTime, { description: 'When the request was sent.' })
  at!: Date;
  @Field(() => Int, { description: 'Milliseconds.' })
  durationMs!: number;
  @Field(() => Int, { nullable: true, description: 'The HTTP status; null without an answer.' })
  status!: number | null;
  @Field(() => String, { nullable: true, description: 'Why there was no answer.' })
  error!: string | null;
  @Field(() => String, { nullable: true, description: 'The beginning of the response, at most 1 KiB.' })
  body!: string | null;
}

@ObjectType()
export class WebhookAttemptEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => WebhookAttemptType)
  node!: WebhookAttemptType;
}

@ObjectType()
export class WebhookAttemptConnection {
  @Field(() => [WebhookAttemptEdge])
  edges!: WebhookAttemptEdge[];
  @Field(() => [WebhookAttemptType], { description: 'The nodes of the edges.' })
  nodes!: WebhookAttemptType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Requires(webhookDeliveries)
@ObjectType('WebhookDelivery', { description: 'The delivery of one event to one webhook.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: 'The id of the delivery.' })
  id!: string;
  @Field(() => ID, { description: 'The id of the webhook.' })
  webhookId!: string;
  @Field(() => ID, { description: 'The webhook-id of its messages, the same in every attempt.' })
  messageId!: string;
  @Field(() => String, { description: 'The type of the event.' })
  type!: string;
  @Field(() => WebhookDeliveryState, { description: 'Whether the message has arrived.' })
  state!: DeliveryState;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the next attempt is due; null when no other follows.',
  })
  nextAttemptAt!: Date | null;
  @Field(() => WebhookAttemptConnection, {
    description: 'Earliest first, including the attempts before a redelivery.',
  })
  attempts?: WebhookAttemptConnection;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
}

@ObjectType()
export class WebhookDeliveryEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => WebhookDeliveryType)
  node!: WebhookDeliveryType;
}

@ObjectType()
export class WebhookDeliveryConnection {
  @Field(() => [WebhookDeliveryEdge])
  edges!: WebhookDeliveryEdge[];
  @Field(() => [WebhookDeliveryType], { description: 'The nodes of the edges.' })
  nodes!: WebhookDeliveryType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@Requires(signedWebhookMessage)
@ObjectType('SignedWebhookMessage', {
  description: 'A message as the receiver of a webhook gets it (Standard Webhooks 1.0).',
})
export class SignedWebhookMessageType {
  @Field(() => ID, { description: 'The header webhook-id.' })
  id!: string;
  @Field(() => String, { description: 'The header webhook-timestamp: the present time in Unix seconds.' })
  timestamp!: string;
  @Field(() => String, { description: 'The header webhook-signature, by every secret that signs now.' })
  signature!: string;
  @Field(() => String, { description: 'The body, to be forwarded unchanged.' })
  body!: string;
}

@ArgsType()
export class WebhooksArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the webhook.' })
  webhook!: string;
}

@InputType()
export class CreateWebhookInput {
  @Field(() => ID, { description: 'The id of the provider.' })
  provider!: string;
  @Field(() => String, { description: 'An https:// URL with a public address.' })
  url!: string;
  @Field(() => [String], {
    nullable: true,
    description:
      'Any of operation.confirmed, operation.failed, operation.reorged, round.closed, round.decided, round.voided; all by default.',
  })
  events?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this creation, at most 64 characters. The same request repeated with it creates no second webhook: for ten minutes it gets the same webhook and secret, as long as that is not replaced, and is refused afterwards.',
  })
  creationId?: string | null;
}

@ObjectType()
export class CreateWebhookPayload {
  @Field(() => WebhookType)
  webhook!: WebhookType;
  @Field(() => String, { description: 'The secret that signs messages, shown only now.' })
  secret!: string;
}

@InputType()
export class RotateWebhookSecretInput {
  @Field(() => ID, { description: 'The id of the webhook.' })
  id!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'A random id of your own for this rotation, at most 64 characters. The same request repeated with it gets the same secret for ten minutes, as long as that is not replaced.',
  })
  rotationId?: string | null;
}

@ObjectType()
export class RotateWebhookSecretPayload {
  @Field(() => WebhookType)
  webhook!: WebhookType;
  @Field(() => String, {
    description: 'The new secret, shown only now; for a day, messages are signed with both secrets.',
  })
  secret!: string;
}

@InputType()
export class EnableWebhookInput {
  @Field(() => ID, { description: 'The id of the webhook.' })
  id!: string;
}

@ObjectType()
export class EnableWebhookPayload {
  @Field(() => WebhookType, { description: 'The webhook as it is now.' })
  webhook!: WebhookType;
}

@InputType()
export class DeleteWebhookInput {
  @Field(() => ID, { description: 'The id of the webhook.' })
  id!: string;
}

@ObjectType()
export class DeleteWebhookPayload {
  @Field(() => WebhookType)
  webhook!: WebhookType;
}

@InputType()
export class RedeliverWebhookInput {
  @Field(() => ID, { description: 'The id of the delivery.' })
  delivery!: string;
}

@ObjectType()
export class RedeliverWebhookPayload {
  @Field(() => WebhookDeliveryType)
  delivery!: WebhookDeliveryType;
}
