import type { Clock } from '../../clock.ts';
import { toFeedFilter } from '../../feed/feed-query.ts';
import type { JobData } from '../../jobs.ts';
import type { InTransaction } from '../../transaction.ts';
import { toArgument } from '../follow/followed-filter.ts';
import type { FeedSubscriptionStore, TakenRequest } from './feed-subscription-store.ts';
import type { SubscriberCalls } from './subscriber-calls.ts';

/** Longer than a call takes; a request whose instance died can be taken again after this time. */
const LEASE_SECONDS = 30;

type ConfirmPorts = {
  clock: Clock;
  feedSubscriptions: FeedSubscriptionStore;
  subscriberCalls: SubscriberCalls;
} & InTransaction<{ feedSubscriptions: FeedSubscriptionStore }>;

/**
 * Asks a callback once whether it wants what was requested, and does it then (job 'confirm-subscription'; WebSub, section 5.3). A
 * callback that does not confirm changes nothing. The notice of an ended subscription is sent once.
 */
export async function confirmSubscription(
  ports: ConfirmPorts,
  { subscriptionId }: JobData['confirm-subscription'],
): Promise<void> {
  const request = await ports.feedSubscriptions.take(subscriptionId, LEASE_SECONDS);
  if (request === undefined) return;
  const isConfirmed = await call(ports, request);
  await ports.transaction(async ({ feedSubscriptions }) => {
    if (isConfirmed && request.mode === 'subscribe')
      await feedSubscriptions.subscribe(request, toFeedFilter(toArgument(request.filter), ports.clock.now()));
    const isLatest = await feedSubscriptions.end(request);
    if (isConfirmed && isLatest && request.mode === 'unsubscribe') await feedSubscriptions.remove(request.id);
  });
}

async function call({ subscriberCalls }: ConfirmPorts, request: TakenRequest): Promise<boolean> {
  if (request.mode !== 'denied') return subscriberCalls.confirm(request);
  await subscriberCalls.notifyDenied(request);
  return true;
}
