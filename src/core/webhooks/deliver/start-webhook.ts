import type { JobData, Jobs } from '../../jobs.ts';
import type { WebhookQueue } from './webhook-queue.ts';

/** Starts the job of a delivery's webhook (job 'send-webhook' of earlier versions). */
export async function startWebhook(
  { jobs, webhookQueue }: { jobs: Jobs; webhookQueue: WebhookQueue },
  { deliveryId }: JobData['send-webhook'],
): Promise<void> {
  const found = await webhookQueue.webhookOf(deliveryId);
  if (found === undefined) return;
  const { webhookId, owner: group } = found;
  await jobs.wake('send-webhooks', [{ data: { webhookId }, key: webhookId, group }]);
}
