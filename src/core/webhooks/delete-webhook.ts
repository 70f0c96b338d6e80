import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookReference, type Webhook } from './webhook.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Deletes a webhook with its log; pending deliveries are not sent. */
export const deleteWebhook = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  execute(
    ports: Uses<'clock' | 'ids'> & InTransaction<'audit' | 'providers' | 'webhooks'>,
    caller,
    { id },
  ): Promise<Webhook> {
    return ports.transaction(async (stores) => {
      const webhook = await requireWebhook(stores, caller, id);
      await stores.providers.findLocked(webhook.providerId);
      await stores.webhooks.remove(webhook);
      const { providerId: provider, url } = webhook;
      await record(ports, stores, caller, 'deleteWebhook', id, { provider, url });
      return webhook;
    });
  },
});
