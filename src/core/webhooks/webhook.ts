import { z } from 'zod';
import type { FactsFilter } from '../listings/facts/listing-facts.ts';
import type { SealedText } from '../secrets/sealing.ts';
import { requiredText } from '../values/text.ts';

/** The types of events that a webhook of a provider can subscribe to. */
export const WEBHOOK_EVENTS = [
  'operation.confirmed',
  'operation.failed',
  'operation.reorged',
  'round.closed',
  'round.decided',
  'round.voided',
] as const;
/** The type of the events of a webhook that follows the feed. */
export const LISTING_EVENT = 'listing.published';
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number] | typeof LISTING_EVENT;

/** An endpoint that gets events: of a provider, or of an account that follows the feed. */
export interface Webhook {
  readonly id: string;
  /** Null for a webhook that follows the feed. */
  readonly providerId: string | null;
  /** The account whose webhook follows the feed. */
  readonly accountId: string | null;
  /** The followed filter of the feed. */
  readonly filter: FollowedFilter | null;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
  /** When its receiver answered 410 Gone; nothing has been sent since. */
  readonly disabledAt: Date | null;
}

/** A followed filter as it was requested; instants are ISO 8601 texts. */
export interface FollowedFilter {
  readonly platforms: readonly string[] | null;
  readonly providers: readonly string[] | null;
  readonly verified: boolean | null;
  /** Left out of filters that were created before listings had facts. */
  readonly facts?: Partial<FactsFilter> | null;
  readonly search: string | null;
  readonly endsBefore: string | null;
  readonly endsAfter: string | null;
  readonly includeEnded: boolean;
}

/** A webhook with its signing secret, which is shown only once. */
export interface IssuedWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** The sealed secrets that messages are signed with; after a rotation also the previous one, until `previousUntil`. */
export interface WebhookSecrets {
  readonly sealed: SealedText;
  readonly previousUntil: Date | null;
}

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** The event's id: the message's `webhook-id`, the same in every attempt. */
  readonly messageId: string;
  readonly type: WebhookEventType;
  readonly state: DeliveryState;
  /** When the next attempt is due; null when there is none. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** One request to the receiver of a webhook. */
export interface WebhookAttempt {
  readonly at: Date;
  readonly durationMs: number;
  /** Null when there was no response. */
  readonly status: number | null;
  /** Why there was no response. */
  readonly error: string | null;
  /** The beginning of the response, at most 1 KiB. */
  readonly body: string | null;
}

/** An attempt in the log of its delivery. */
export interface LoggedAttempt extends WebhookAttempt {
  readonly deliveryId: string;
  /** Counted from 1 over all runs of the delivery. */
  readonly number: number;
}

/** The input that names a webhook by its id. */
export const webhookReference = z.object({ id: requiredText(64) });
