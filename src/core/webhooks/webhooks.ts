import { z } from 'zod';
import { pageArguments, readPage } from '../values/paging.ts';
import { providerId } from '../providers/provider-reference.ts';
import { defineUseCase } from '../use-case.ts';
import { requireOwnProvider } from './require-webhook.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The order's name in the cursors of webhooks. */
export const WEBHOOKS_ORDER = 'WEBHOOKS';

/** The webhooks of a provider, newest first, for its members and the operator. */
export const webhooks = defineUseCase({
  permission: 'providers',
  input: z.object({ provider: providerId, ...pageArguments }),

  async execute(ports: { providers: ProviderStore; webhooks: WebhookStore }, caller, { provider, ...raw }) {
    const page = readPage(raw, WEBHOOKS_ORDER);
    await requireOwnProvider(ports, caller, provider);
    return ports.webhooks.pageOf({ providerId: provider }, page);
  },
});
