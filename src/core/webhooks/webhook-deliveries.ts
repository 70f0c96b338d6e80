import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { requireWebhook } from './require-webhook.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The order's name in the cursors of deliveries. */
export const DELIVERIES_ORDER = 'DELIVERIES';

/** The deliveries of a webhook in the last 30 days with their outcomes, newest first. */
export const webhookDeliveries = defineUseCase({
  permission: 'providers',
  input: z.object({ webhook: requiredText(64), ...pageArguments }),

  async execute(ports: { providers: ProviderStore; webhooks: WebhookStore }, caller, { webhook, ...raw }) {
    const page = readPage(raw, DELIVERIES_ORDER);
    await requireWebhook(ports, caller, webhook);
    return ports.webhooks.pageOfDeliveries(webhook, page);
  },
});
