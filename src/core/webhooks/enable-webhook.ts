import { defineUseCase } from '../use-case.ts';
import { changeWebhook, type ChangesWebhook } from './change-webhook.ts';
import { webhookReference, type Webhook } from './webhook.ts';

/** Sends events from now on to a webhook that a response 410 has disabled; does nothing to one that is not disabled. */
export const enableWebhook = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  execute: (ports: ChangesWebhook, caller, { id }): Promise<Webhook> =>
    changeWebhook(ports, caller, { id, action: 'enableWebhook' }, async ({ webhooks }, webhook) =>
      (await webhooks.enable(id)) ? { ...webhook, disabledAt: null } : undefined,
    ),
});
