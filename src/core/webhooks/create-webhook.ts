import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { providerId } from '../providers/provider-reference.ts';
import { createdBefore, isRepeatable } from '../secrets/repeated-creation.ts';
import { optionalText, requiredUrl } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import { requireOwnProvider } from './require-webhook.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import { WEBHOOK_EVENTS, type IssuedWebhook, type Webhook } from './webhook.ts';
import type { Credentials } from '../access/credentials.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { Sealing } from '../secrets/sealing.ts';
import type { WebhookCalls } from './deliver/webhook-calls.ts';
import type { WebhookStore } from './webhook-store.ts';

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
    ports: {
      credentials: Credentials;
      providers: ProviderStore;
      sealing: Sealing;
      webhookCalls: WebhookCalls;
    } & Audited<{ providers: ProviderStore; webhooks: WebhookStore }>,
    caller,
    { provider: id, url, events, creationId },
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
    const created = await ports.transaction(async (stores) => {
      await stores.providers.findLocked(id);
      const { chainKey } = await requireOwnProvider(stores, caller, id);
      const earlier = creationId === null ? undefined : await stores.webhooks.findCreated(id, creationId);
      if (earlier !== undefined) return earlier;
      if ((await stores.webhooks.countOf(id)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
      await stores.webhooks.add(webhook, { sealed, previousUntil: null, creationId }, chainKey);
      await record(ports, stores, caller, 'createWebhook', webhook.id, { provider: id, url });
      return undefined;
    });
    if (created === undefined) return { webhook, secret };
    if (!isRepetition(created.webhook, webhook)) throw createdBefore('webhook', 'Rotate it');
    const opened = await ports.sealing.open(created.secrets.sealed, webhookContext(created.webhook.id));
    return { webhook: created.webhook, secret: opened };
  },
});

/** Whether the same request has created the webhook a few minutes ago, and its secret was not replaced. */
function isRepetition(created: Webhook, requested: Webhook): boolean {
  return (
    created.url === requested.url &&
    created.events.join(' ') === requested.events.join(' ') &&
    created.rotatedAt === null &&
    isRepeatable(created.createdAt, requested.createdAt)
  );
}

function tooManyWebhooks() {
  const message = `has ${MAX_WEBHOOKS} webhooks, which is the limit: delete one first.`;
  return invalidPayload([{ path: ['provider'], message }]);
}
