import type { Operation } from '../../operations/operation.ts';
import type { Schedule } from '../../rounds/schedule.ts';
import type { DeliveryState, WebhookAttempt, WebhookEventType, WebhookSecrets } from '../webhook.ts';

/** Something that happened, to be told once to each webhook that asks for its type. */
export interface WebhookEvent {
  /** Of the message, the same in every attempt. */
  readonly id: string;
  readonly providerId: string;
  readonly type: WebhookEventType;
  /** The operation or the round. */
  readonly subject: string;
  /** With subject and type it makes the event unique: an event that is known already is not kept again. */
  readonly origin: string;
  /** The message's body, the same in every attempt. */
  readonly payload: string;
}

/** An operation whose status may have changed in a way that is told. */
export interface ChangedOperation {
  readonly operation: Operation;
  readonly providerId: string;
  /** The latest event of it, and how many there were. */
  readonly notified: WebhookEventType | undefined;
  readonly times: number;
  /** Whether it left the state of an answer meanwhile. */
  readonly hasFallenBack: boolean;
}

/** Some changes; `places` is what names them when they are done with. */
export interface OperationChanges {
  readonly places: readonly string[];
  readonly operations: readonly ChangedOperation[];
}

interface RoundPlace {
  readonly providerId: string;
  readonly giveawayId: string;
  /** The provider's own name for the giveaway. */
  readonly externalId: string;
}

/** A giveaway of which rounds closed after `after`, up to `until`; milliseconds of the chain's clock. */
export interface ClosingGiveaway extends RoundPlace {
  readonly schedule: Schedule;
  readonly after: number;
  readonly until: number;
}

export interface DecidedRound extends RoundPlace {
  readonly index: number;
  readonly passportId: number;
  readonly ownerWallet: string;
  readonly decidedAt: Date;
  readonly blockNumber: number;
  readonly transactionHash: string;
}

export interface UnqueuedDelivery {
  readonly id: string;
  readonly run: number;
  readonly providerId: string;
}

/** What is to be sent now. */
export interface StartedAttempt {
  readonly kind: 'started';
  readonly webhookId: string;
  readonly url: string;
  readonly secrets: WebhookSecrets;
  readonly messageId: string;
  readonly payload: string;
  readonly run: number;
  /** Attempts of this run before this one. */
  readonly tries: number;
}

export interface AttemptOutcome {
  readonly attempt: WebhookAttempt;
  readonly state: DeliveryState;
  /** Seconds until the next one, when there is to be one. */
  readonly retryAfter: number | null;
  /** The receiver wants to hear no more. */
  readonly isGone: boolean;
}

/** Up to where the chain can be read; instants in milliseconds. */
export interface ChainPosition {
  readonly headNumber: number;
  readonly confirmedNumber: number;
  readonly finalizedNumber: number;
  readonly headAt: number;
  /** What the chain's clock shows at least. */
  readonly until: number;
}

/** What is to be told and has not been told yet, as it stands in the database. */
export interface WebhookQueue {
  /** Whether this instance is the one that looks for events; none is while there is no webhook. */
  claim(owner: string, leaseMs: number): Promise<boolean>;
  release(owner: string): Promise<void>;

  /**
   * The oldest changes, of about so many operations at most, since one transaction carries many; operations of providers
   * that ask for no events are left out.
   */
  changes(limit: number): Promise<OperationChanges>;
  /** Keeps events with a delivery for each webhook that asks for them, and is done with these changes. */
  keep(events: readonly WebhookEvent[], places?: readonly string[]): Promise<void>;

  /** Undefined while the read model is behind, or there is no chain. */
  position(): Promise<ChainPosition | undefined>;
  /** Giveaways of which rounds closed that are not announced, at most so many. */
  closing(position: ChainPosition, limit: number): Promise<readonly ClosingGiveaway[]>;
  /** Those of these rounds that were not told of, with the entries that count for each. */
  unannouncedClosed(
    rounds: readonly { readonly giveawayId: string; readonly index: number }[],
  ): Promise<readonly { readonly giveawayId: string; readonly index: number; readonly total: number }[]>;
  /** Rounds that were decided in blocks deep enough and not told of, at most so many. */
  unannouncedDecided(position: ChainPosition, limit: number): Promise<readonly DecidedRound[]>;
  /** All rounds that closed or were decided up to this place are told of. */
  advance(position: ChainPosition): Promise<void>;

  /** Deliveries without a job, at most so many. */
  unqueued(limit: number): Promise<readonly UnqueuedDelivery[]>;
  /** Those that were not begun anew meanwhile have their job. */
  queued(deliveries: readonly UnqueuedDelivery[]): Promise<void>;

  /** Takes a delivery for `leaseSeconds`, unless it is done, not due, or taken. */
  begin(
    deliveryId: string,
    leaseSeconds: number,
  ): Promise<
    StartedAttempt | { readonly kind: 'over' } | { readonly kind: 'later'; readonly afterSeconds: number }
  >;
  /** Writes down what came of an attempt; the delivery itself changes only while it is in the same run. */
  end(deliveryId: string, run: number, outcome: AttemptOutcome): Promise<void>;
}
