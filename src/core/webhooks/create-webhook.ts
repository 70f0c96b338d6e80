import { z } from 'zod';
import { record } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { providerId } from '../providers/provider-reference.ts';
import { requiredUrl } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { requireOwnProvider } from './require-webhook.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import { WEBHOOK_EVENTS, type IssuedWebhook, type Webhook } from './webhook.ts';
import type { InTransaction, Uses } from '../ports.ts';

const MAX_WEBHOOKS = 10;

/** Creates a webhook of a provider and shows its signing secret once; without `events` it subscribes to all types. */
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
  }),

  async execute(
    ports: Uses<'clock' | 'credentials' | 'ids' | 'providers' | 'sealing' | 'webhookCalls'> &
      InTransaction<'audit' | 'providers' | 'webhooks'>,
    caller,
    { provider: id, url, events },
  ): Promise<IssuedWebhook> {
    await requireOwnProvider(ports, caller, id);
    const fault = ports.webhookCalls.findFault(url);
    if (fault !== undefined) throw invalidPayload([{ path: ['url'], message: fault }]);
    const webhook: Webhook = {
      id: ports.ids.next('whk'),
      providerId: id,
      url,
      events,
      createdAt: ports.clock.now(),
      rotatedAt: null,
      disabledAt: null,
    };
    const secret = ports.credentials.issueWebhookSecret();
    const sealed = await ports.sealing.seal(secret, webhookContext(webhook.id));
    return ports.transaction(async (stores) => {
      await stores.providers.findLocked(id);
      const { chainKey } = await requireOwnProvider(stores, caller, id);
      if ((await stores.webhooks.countOf(id)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
      await stores.webhooks.add(webhook, { sealed, previousUntil: null }, chainKey);
      await record(ports, stores, caller, 'createWebhook', webhook.id, { provider: id, url });
      return { webhook, secret };
    });
  },
});

function tooManyWebhooks() {
  const message = `has ${MAX_WEBHOOKS} webhooks, which is the limit: delete one first.`;
  return invalidPayload([{ path: ['provider'], message }]);
}
