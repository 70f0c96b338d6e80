import type { Ids } from '../../ids.ts';
import type { Jobs } from '../../jobs.ts';
import type { ReadModelProgress } from '../../chain/read-model-progress.ts';
import type { WebhookQueue } from '../deliver/webhook-queue.ts';
import { announceOperations } from './announce-operations.ts';
import { announceRounds } from './announce-rounds.ts';

const MAX_BATCH = 1_000;

/**
 * Searches once for new events, stores each once and starts the jobs that send them. After an interruption the next call
 * continues. True when it should be called again at once. What fails stops nothing else, and is thrown at the end.
 */
export async function announce(ports: {
  ids: Ids;
  jobs: Jobs;
  readModel: ReadModelProgress;
  webhookQueue: WebhookQueue;
}): Promise<boolean> {
  const failures: unknown[] = [];
  let hasMore = false;
  for (const work of [announceOperations, announceRounds, queueDeliveries]) {
    try {
      if (await work(ports)) hasMore = true;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Events of webhooks were not announced.');
  return hasMore;
}

async function queueDeliveries({
  jobs,
  webhookQueue,
}: {
  jobs: Jobs;
  webhookQueue: WebhookQueue;
}): Promise<boolean> {
  const deliveries = await webhookQueue.unqueued(MAX_BATCH);
  if (deliveries.length === 0) return false;
  const webhooks = new Map(deliveries.map(({ webhookId, providerId }) => [webhookId, providerId]));
  const woken = await jobs.wake(
    'send-webhooks',
    [...webhooks].map(([webhookId, group]) => ({ data: { webhookId }, key: webhookId, group })),
  );
  const known = deliveries.filter(({ webhookId }) => woken.has(webhookId));
  if (known.length > 0) await webhookQueue.queued(known);
  return known.length === MAX_BATCH;
}
