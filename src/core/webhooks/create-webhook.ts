import { z } from 'zod';
import { invalidPayload } from '../errors.ts';
import { providerId } from '../providers/provider-reference.ts';
import { optionalText, requiredUrl } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { issueWebhook, type IssuesWebhook } from './issue-webhook.ts';
import { requireOwnProvider } from './require-webhook.ts';
import { WEBHOOK_EVENTS, type IssuedWebhook, type Webhook } from './webhook.ts';

const MAX_WEBHOOKS = 10;

/**
 * Creates a webhook of a provider and shows its signing secret once; without `events` it subscribes to all types. A request that is
 * repeated with its creation id gets the same webhook and secret for some minutes, as long as the secret was not replaced.
 */
export const createWebhook = defineUseCase({
  permission: 'providers',
  input: z.object({
    provider: providerId,
    url: requiredUrl(),
    events: z
      .array(
        z.enum(WEBHOOK_EVENTS, `must be one of ${WEBHOOK_EVENTS.join(', ')}.`),
        'must be a list of events.',
      )
      .nullish()
      .transform((events) => (events?.length ? [...new Set(events)] : WEBHOOK_EVENTS)),
    creationId: optionalText(64, null),
  }),

  async execute(
    ports: IssuesWebhook,
    caller,
    { provider: id, url, events, creationId },
  ): Promise<IssuedWebhook> {
    await requireOwnProvider(ports, caller, id);
    const webhook: Webhook = {
      id: ports.ids.next('whk'),
      providerId: id,
      accountId: null,
      filter: null,
      url,
      events,
      createdAt: ports.clock.now(),
      rotatedAt: null,
      disabledAt: null,
    };
    return issueWebhook(ports, caller, webhook, {
      action: 'createWebhook',
      owner: { providerId: id },
      creationId,
      async lock(stores) {
        await stores.providers.findLocked(id);
        return (await requireOwnProvider(stores, caller, id)).chainKey;
      },
      requireRoom(count) {
        if (count >= MAX_WEBHOOKS) throw tooManyWebhooks();
      },
      add: ({ webhooks }, stored, chainKey) => webhooks.add(webhook, stored, chainKey),
    });
  },
});

function tooManyWebhooks() {
  const message = `has ${MAX_WEBHOOKS} webhooks, which is the limit: delete one first.`;
  return invalidPayload([{ path: ['provider'], message }]);
}
