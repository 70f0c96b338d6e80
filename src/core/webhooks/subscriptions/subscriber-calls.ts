import type { SubscriptionRequest } from './feed-subscription.ts';

/** Asks and tells callbacks of subscriptions (WebSub, sections 5.2 and 5.3). */
export interface SubscriberCalls {
  /** Why this callback can never be called, as the message of a wrong field; undefined when it can. */
  findFault(callback: string): string | undefined;
  /** Whether the callback confirms the request by a new challenge: one GET within seconds. Does not throw when it fails. */
  confirm(request: SubscriptionRequest): Promise<boolean>;
  /** Tells the callback that its subscription was ended: one GET within seconds. Does not throw when it fails. */
  notifyDenied(request: SubscriptionRequest): Promise<void>;
}
