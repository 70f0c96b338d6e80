import type { Uses } from '../../ports.ts';
import { announceOperations } from './announce-operations.ts';
import { announceRounds } from './announce-rounds.ts';

const LARGEST_BATCH = 100;

/**
 * Looks once for what happened and is to be told: keeps each event once, and has it sent. What it did not get to before
 * an interruption it finds again. True when there is more to be done at once.
 */
export async function announce(ports: Uses<'ids' | 'jobs' | 'webhookQueue'>): Promise<boolean> {
  const hasMore = [await announceOperations(ports), await announceRounds(ports)];
  return [...hasMore, await queueDeliveries(ports)].includes(true);
}

async function queueDeliveries({ jobs, webhookQueue }: Uses<'jobs' | 'webhookQueue'>): Promise<boolean> {
  const deliveries = await webhookQueue.unqueued(LARGEST_BATCH);
  if (deliveries.length === 0) return false;
  await jobs.addAll(
    'send-webhook',
    deliveries.map(({ id, run, providerId }) => ({
      data: { deliveryId: id },
      key: `${id}/${run}`,
      group: providerId,
    })),
  );
  await webhookQueue.queued(deliveries);
  return deliveries.length === LARGEST_BATCH;
}
