import { z } from 'zod';
import { defineUseCase } from '../../use-case.ts';
import { pageArguments, readPage } from '../../values/paging.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { WEBHOOKS_ORDER } from '../webhooks.ts';

/** The webhooks of the caller's account that follow the feed, newest first. */
export const feedWebhooks = defineUseCase({
  permission: 'account',
  input: z.object(pageArguments),

  async execute(ports: { webhooks: WebhookStore }, { accountId }, raw) {
    return ports.webhooks.pageOf({ accountId }, readPage(raw, WEBHOOKS_ORDER));
  },
});
