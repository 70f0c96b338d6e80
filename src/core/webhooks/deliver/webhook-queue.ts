import type { Operation } from '../../operations/operation.ts';
import type { Schedule } from '../../rounds/schedule.ts';
import type { QueuedMessage } from './webhook-calls.ts';
import type { DeliveryState, WebhookAttempt, WebhookEventType, WebhookSecrets } from '../webhook.ts';

/** An event, to be delivered once to each webhook that subscribes to its type. */
export interface WebhookEvent {
  /** The id of the message, the same in every attempt. */
  readonly id: string;
  readonly providerId: string;
  readonly type: WebhookEventType;
  /** The id of the operation or the round. */
  readonly subject: string;
  /** Makes the event unique together with subject and type; an event that is stored already is not stored again. */
  readonly origin: string;
  /** The message's body, the same in every attempt. */
  readonly payload: string;
}

/** An operation whose status changed, so that it may have new events. */
export interface ChangedOperation {
  readonly operation: Operation;
  readonly providerId: string;
  /** The operation's latest event, and how many events it had. */
  readonly notified: WebhookEventType | undefined;
  readonly times: number;
  /** Whether a reorganisation reverted its outcome since the latest event. */
  readonly hasFallenBack: boolean;
}

/** Changes of operations; `places` identifies them for `save`, which marks them as handled. */
export interface OperationChanges {
  readonly places: readonly string[];
  readonly operations: readonly ChangedOperation[];
}

interface RoundPlace {
  readonly providerId: string;
  readonly giveawayId: string;
  /** The provider's own id of the giveaway. */
  readonly externalId: string;
}

/** A giveaway with rounds that closed after `after`, up to `until`; Unix milliseconds by the chain's clock. */
export interface ClosingGiveaway extends RoundPlace {
  readonly schedule: Schedule;
  readonly after: number;
  readonly until: number;
}

/** A round that closed, with the numbers of its entries at that time. */
export interface ClosedRound {
  readonly giveawayId: string;
  readonly index: number;
  /** The entries that count for its winner. */
  readonly entriesCounted: number;
  /** The entries issued in the round itself, less those of them that were removed. */
  readonly entriesIssued: number;
}

/** A round whose state an event of the contracts changed. */
interface SettledRound extends RoundPlace {
  readonly index: number;
  readonly blockNumber: number;
  readonly transactionHash: string;
}

/** A place of a round that has a winner. */
export interface DecidedRound extends SettledRound {
  /** Counted from 0. */
  readonly place: number;
  readonly passportId: number;
  readonly ownerWallet: string;
  readonly decidedAt: Date;
}

/** A round that was marked void because its beacon stayed silent. */
export interface VoidedRound extends SettledRound {
  readonly voidedAt: Date;
}

export interface UnqueuedDelivery {
  readonly id: string;
  readonly run: number;
  readonly webhookId: string;
  /** The provider, the account or the host of the subscription: the group of its job. */
  readonly owner: string;
  /** Whether it is of a subscription of the feed. */
  readonly isOfSubscription: boolean;
  /** Whether the webhook is slow. */
  readonly isSlow: boolean;
}

/** Of which webhooks deliveries are: those of providers, or those that follow the feed, with subscriptions. */
export type DeliveryKind = 'provider' | 'feed';

/** A delivery that this instance has taken. */
export interface TakenDelivery extends QueuedMessage {
  readonly deliveryId: string;
  readonly run: number;
}

/** An attempt that is to be made now. */
export interface StartedAttempt {
  /** What one request delivers: one message to a webhook, the entries of one document to a subscriber. */
  readonly deliveries: readonly [TakenDelivery, ...TakenDelivery[]];
  readonly url: string;
  /** The topic of a subscription; null for a webhook. */
  readonly topic: string | null;
  readonly secrets: WebhookSecrets;
  /** How many attempts each of their runs had before this one. */
  readonly tries: number;
  /** Whether the webhook is slow: a call of the last hour took long, or its last one failed, or it is new. */
  readonly isSlow: boolean;
}

export interface AttemptOutcome {
  readonly attempt: WebhookAttempt;
  readonly state: DeliveryState;
  /** Seconds until the next attempt; null when this was the last. */
  readonly retryAfter: number | null;
  /** Seconds for which the receiver asked for no messages at all. */
  readonly pauseSeconds: number | null;
  /** Whether the receiver answered 410 Gone, which disables the webhook or ends the subscription. */
  readonly isGone: boolean;
}

/** The state of a receiver after an attempt. */
export interface ReceiverState {
  /** Whether it failed several times in a row: it gets one message at a time, after pauses. */
  readonly isFailing: boolean;
  /** Whether it has just answered after that. */
  readonly hasRecovered: boolean;
}

/** What is left of a webhook's messages; `over` when the webhook is deleted or disabled, or its lease has ended. */
export type WebhookRest =
  | { readonly kind: 'waiting'; readonly afterSeconds: number; readonly isSlow: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'over' };

/** The position of the read model on the chain; instants are Unix milliseconds. */
export interface ChainPosition {
  readonly headNumber: number;
  readonly confirmedNumber: number;
  readonly finalizedNumber: number;
  readonly headAt: number;
  /** A time that the chain's clock has certainly reached. */
  readonly until: number;
}

/** Whether a search for events would find something. */
export interface QueueSigns {
  /** Whether there are changes of operations or listings, or deliveries without a job. */
  readonly hasWork: boolean;
  /** Whether a webhook or a subscription follows the feed. */
  readonly isFeedFollowed: boolean;
  /** Changes with every step of the read model. */
  readonly step: string;
}

/** The events and deliveries of webhooks in the database. */
export interface WebhookQueue {
  /** Claims the search for events for this instance; undefined when another one has it, or when there is no webhook. */
  claim(owner: string, leaseMs: number): Promise<QueueSigns | undefined>;
  release(owner: string): Promise<void>;

  /**
   * The oldest unhandled changes, of about `limit` operations: one transaction can change several. Operations of
   * providers without webhooks for their events are left out.
   */
  changes(limit: number): Promise<OperationChanges>;
  /** Stores events, with a delivery for each webhook that subscribes to their type, and marks these changes as handled. */
  save(events: readonly WebhookEvent[], places?: readonly string[]): Promise<void>;

  /** Undefined while the read model is behind the chain, or without a chain. */
  position(): Promise<ChainPosition | undefined>;
  /** Giveaways with closed rounds that are not announced yet, at most `limit`. */
  closing(position: ChainPosition, limit: number): Promise<readonly ClosingGiveaway[]>;
  /** Those of these rounds that are not announced yet. */
  unannouncedClosed(
    rounds: readonly { readonly giveawayId: string; readonly index: number }[],
  ): Promise<readonly ClosedRound[]>;
  /** Places that were decided in sufficiently deep blocks and are not announced yet, at most `limit`. */
  unannouncedDecided(position: ChainPosition, limit: number): Promise<readonly DecidedRound[]>;
  /** The same for rounds that were marked void. */
  unannouncedVoided(position: ChainPosition, limit: number): Promise<readonly VoidedRound[]>;
  /** Records that all rounds that closed, were decided or marked void up to this position are announced. */
  advance(position: ChainPosition): Promise<void>;

  /** Deliveries of a kind whose webhook's job may not know of them, at most `limit`. */
  unqueued(kind: DeliveryKind, limit: number): Promise<readonly UnqueuedDelivery[]>;
  /** Records that the jobs know of these deliveries, except those that were restarted meanwhile. */
  queued(deliveries: readonly UnqueuedDelivery[]): Promise<void>;

  /** The webhook of a delivery, unless one of them was deleted. */
  webhookOf(deliveryId: string): Promise<Pick<UnqueuedDelivery, 'webhookId' | 'owner'> | undefined>;
  /**
   * Takes the oldest due delivery of a webhook for `leaseSeconds`; undefined when there is none, or the receiver is left alone. Of a
   * subscription it takes `maxEntries` at most that had as many attempts; each failed attempt halves this number, so that an entry
   * that the receiver does not accept delays others a few times only.
   */
  take(webhookId: string, leaseSeconds: number, maxEntries: number): Promise<StartedAttempt | undefined>;
  /** Gives back deliveries that this instance cannot make, without an attempt. */
  giveBack(deliveries: readonly TakenDelivery[]): Promise<void>;
  /** Stores the attempt of each delivery with its outcome; a delivery's state changes only if it is still in the same run. */
  end(deliveries: readonly TakenDelivery[], outcome: AttemptOutcome): Promise<ReceiverState>;
  /** Makes some waiting deliveries of a webhook due; false when there are no more. */
  hasten(webhookId: string): Promise<boolean>;
  rest(webhookId: string): Promise<WebhookRest>;
  /** Deletes some deliveries of a deleted webhook, or gives up some of a disabled one; false when there were none. */
  discard(webhookId: string): Promise<boolean>;
}
