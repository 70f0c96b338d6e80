import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { Jobs } from '../../jobs.ts';
import { defineUseCase } from '../../use-case.ts';
import { webhookReference } from '../webhook.ts';
import { hostOf, type FeedSubscription } from './feed-subscription.ts';
import type { FeedSubscriptionStore } from './feed-subscription-store.ts';

/** Ends a subscription of the feed, and tells its callback so once (WebSub, section 5.2). Undelivered entries are discarded. */
export const removeFeedSubscription = defineUseCase({
  permission: 'operator',
  input: webhookReference,

  async execute(
    ports: { jobs: Jobs } & Audited<{ feedSubscriptions: FeedSubscriptionStore }>,
    operator,
    { id },
  ): Promise<FeedSubscription> {
    const removed = await ports.transaction(async (stores) => {
      const subscription = await stores.feedSubscriptions.find(id);
      if (subscription === undefined)
        throw new DomainError('NOT_FOUND', 'There is no subscription with this id: list them to find it.');
      await stores.feedSubscriptions.remove(id);
      await stores.feedSubscriptions.notify(subscription);
      const { callback, topic } = subscription;
      await record(ports, stores, operator, 'removeFeedSubscription', id, { url: callback, topic });
      return subscription;
    });
    const group = hostOf(removed.callback);
    // The daily purge deletes what no job does.
    await Promise.allSettled([
      ports.jobs.add('confirm-subscription', { subscriptionId: id }, { group }),
      ports.jobs.wake('send-to-subscription', [{ data: { webhookId: id }, key: id, group }]),
    ]);
    return removed;
  },
});
