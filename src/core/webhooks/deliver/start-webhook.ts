import type { JobData } from '../../jobs.ts';
import type { Uses } from '../../ports.ts';

/** Starts the job of a delivery's webhook (job 'send-webhook' of earlier versions). */
export async function startWebhook(
  { jobs, webhookQueue }: Uses<'jobs' | 'webhookQueue'>,
  { deliveryId }: JobData['send-webhook'],
): Promise<void> {
  const found = await webhookQueue.webhookOf(deliveryId);
  if (found === undefined) return;
  const { webhookId, providerId: group } = found;
  await jobs.wake('send-webhooks', [{ data: { webhookId }, key: webhookId, group }]);
}
