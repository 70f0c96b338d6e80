import type { Jobs } from '../jobs.ts';
import { defineUseCase } from '../use-case.ts';
import { changeWebhook, type ChangesWebhook } from './change-webhook.ts';
import { webhookReference, type Webhook } from './webhook.ts';

/** Deletes a webhook with its log; pending deliveries are not sent. A job deletes the log, which may be long. */
export const deleteWebhook = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  async execute(ports: { jobs: Jobs } & ChangesWebhook, caller, { id }): Promise<Webhook> {
    const action = 'deleteWebhook';
    const deleted = await changeWebhook(ports, caller, { id, action }, async (stores, webhook) => {
      if (webhook.providerId !== null) await stores.providers.findLocked(webhook.providerId);
      // Another deletion at the same moment has its own entry in the audit log.
      return (await stores.webhooks.remove(webhook)) ? webhook : undefined;
    });
    const group = deleted.providerId ?? deleted.accountId ?? id;
    const job = { data: { webhookId: id }, key: id, group };
    // The daily purge deletes what no job does.
    await ports.jobs
      .wake(deleted.providerId === null ? 'send-feed-webhooks' : 'send-webhooks', [job])
      .catch(() => undefined);
    return deleted;
  },
});
