import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookReference, type Webhook } from './webhook.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Deletes a webhook with its log; pending deliveries are not sent. A job deletes the log, which may be long. */
export const deleteWebhook = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  async execute(
    ports: Uses<'clock' | 'ids' | 'jobs'> & InTransaction<'audit' | 'providers' | 'webhooks'>,
    caller,
    { id },
  ): Promise<Webhook> {
    const deleted = await ports.transaction(async (stores) => {
      const webhook = await requireWebhook(stores, caller, id);
      await stores.providers.findLocked(webhook.providerId);
      await stores.webhooks.remove(webhook);
      const { providerId: provider, url } = webhook;
      await record(ports, stores, caller, 'deleteWebhook', id, { provider, url });
      return webhook;
    });
    const job = { data: { webhookId: id }, key: id, group: deleted.providerId };
    // The daily purge deletes what no job does.
    await ports.jobs.wake('send-webhooks', [job]).catch(() => undefined);
    return deleted;
  },
});
