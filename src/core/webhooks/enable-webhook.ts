import { record } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookReference, type Webhook } from './webhook.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** Sends events from now on to a webhook that an answer 410 has disabled; does nothing to one that is not disabled. */
export const enableWebhook = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  execute(
    ports: Uses<'clock' | 'ids'> & InTransaction<'audit' | 'providers' | 'webhooks'>,
    caller,
    { id },
  ): Promise<Webhook> {
    return ports.transaction(async (stores) => {
      const webhook = await requireWebhook(stores, caller, id);
      if (!(await stores.webhooks.enable(id))) return webhook;
      await record(ports, stores, caller, 'enableWebhook', id, { provider: webhook.providerId });
      return { ...webhook, disabledAt: null };
    });
  },
});
