import { z } from 'zod';
import type { SealedText } from '../secrets/sealing.ts';
import { requiredText } from '../values/text.ts';

/** The types of events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = [
  'operation.confirmed',
  'operation.failed',
  'operation.reorged',
  'round.closed',
  'round.decided',
  'round.voided',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** An endpoint of a provider that gets events. */
export interface Webhook {
  readonly id: string;
  readonly providerId: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
  /** When its receiver answered 410 Gone; nothing has been sent since. */
  readonly disabledAt: Date | null;
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
