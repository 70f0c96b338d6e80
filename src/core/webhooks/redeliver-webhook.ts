import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { requireDelivery } from './require-webhook.ts';
import type { WebhookDelivery } from './webhook.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Sends a message again with the same id, at once and with all retries, even if it was delivered. */
export const redeliverWebhook = defineUseCase({
  permission: 'providers',
  input: z.object({ delivery: requiredText(64) }),

  execute(
    ports: Audited<{ providers: ProviderStore; webhooks: WebhookStore }>,
    caller,
    { delivery: id },
  ): Promise<WebhookDelivery> {
    return ports.transaction(async (stores) => {
      const { delivery, webhook } = await requireDelivery(stores, caller, id);
      if (webhook.disabledAt !== null) throw isDisabled();
      await stores.webhooks.redeliver(id);
      await record(ports, stores, caller, 'redeliverWebhook', id, { webhook: webhook.id });
      return { ...delivery, state: 'PENDING', nextAttemptAt: ports.clock.now() };
    });
  },
});

function isDisabled() {
  const message = 'is of a webhook that is disabled, since its receiver answered 410 Gone: enable it first.';
  return invalidPayload([{ path: ['delivery'], message }]);
}
