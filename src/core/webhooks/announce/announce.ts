import type { Ids } from '../../ids.ts';
import type { Jobs } from '../../jobs.ts';
import type { ReadModelProgress } from '../../chain/read-model-progress.ts';
import type { DeliveryKind, UnqueuedDelivery, WebhookQueue } from '../deliver/webhook-queue.ts';
import type { FeedMatches } from '../../feed/feed-matches.ts';
import { announceListings } from './announce-listings.ts';
import { announceOperations } from './announce-operations.ts';
import { announceRounds } from './announce-rounds.ts';

const MAX_BATCH = 1_000;

/** Each is bounded, so that the listings with many followers hold up no events of providers. */
const WORKS = [
  announceOperations,
  announceRounds,
  queueDeliveriesOf('provider'),
  announceListings,
  queueDeliveriesOf('feed'),
];

/**
 * Searches once for new events, stores each once and starts the jobs that send them. After an interruption the next call
 * continues. True when it should be called again at once. What fails stops nothing else, and is thrown at the end.
 */
export async function announce(ports: {
  ids: Ids;
  jobs: Jobs;
  readModel: ReadModelProgress;
  feedMatches: FeedMatches;
  webhookQueue: WebhookQueue;
}): Promise<boolean> {
  const failures: unknown[] = [];
  let hasMore = false;
  for (const work of WORKS) {
    try {
      if (await work(ports)) hasMore = true;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Events of webhooks were not announced.');
  return hasMore;
}

function queueDeliveriesOf(kind: DeliveryKind) {
  return async ({ jobs, webhookQueue }: { jobs: Jobs; webhookQueue: WebhookQueue }): Promise<boolean> => {
    const deliveries = await webhookQueue.unqueued(kind, MAX_BATCH);
    let known = 0;
    for (const [job, some] of Map.groupBy(deliveries, (delivery) => jobOf(kind, delivery))) {
      const webhooks = new Map(some.map((delivery) => [delivery.webhookId, delivery]));
      const woken = await jobs.wake(
        job,
        [...webhooks].map(([webhookId, { owner, isSlow }]) => ({
          data: { webhookId },
          key: webhookId,
          group: owner,
          isSlow,
        })),
      );
      const started = some.filter(({ webhookId }) => woken.has(webhookId));
      if (started.length > 0) await webhookQueue.queued(started);
      known += started.length;
    }
    return known === MAX_BATCH;
  };
}

function jobOf(kind: DeliveryKind, { isOfSubscription }: UnqueuedDelivery) {
  if (kind === 'provider') return 'send-webhooks';
  return isOfSubscription ? 'send-to-subscription' : 'send-feed-webhooks';
}
