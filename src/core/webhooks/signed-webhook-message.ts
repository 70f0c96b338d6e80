import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { requiredText } from '../values/text.ts';
import type { SignedHeaders, WebhookCalls } from './deliver/webhook-calls.ts';
import { noDelivery, requireDelivery } from './require-webhook.ts';
import { openSigningSecrets } from './signing-secrets.ts';
import type { WebhookStore } from './webhook-store.ts';

/** A message as the receiver of a webhook gets it: the same id and body, and a signature of now. */
export interface SignedWebhookMessage {
  readonly headers: SignedHeaders;
  readonly body: string;
}

/**
 * The message of a delivery, signed now, for a receiver that the service cannot reach. Nothing is sent. Throws NOT_FOUND, also for a
 * listing that is no longer public, whose message is not sent either.
 */
export const signedWebhookMessage = defineUseCase({
  permission: 'providers',
  input: z.object({ delivery: requiredText(64) }),

  async execute(
    ports: {
      clock: Clock;
      providers: ProviderStore;
      sealing: Sealing;
      webhookCalls: WebhookCalls;
      webhooks: WebhookStore;
    },
    caller,
    { delivery: id },
  ): Promise<SignedWebhookMessage> {
    const { delivery, webhook } = await requireDelivery(ports, caller, id);
    const { messageId } = delivery;
    const [stored, payload] = await Promise.all([
      ports.webhooks.findSecrets(webhook.id),
      ports.webhooks.findPayload(id),
    ]);
    // It is deleted with the webhook.
    if (stored === undefined) throw noDelivery();
    if (payload === undefined) throw noMessage();
    const sentAt = ports.clock.now();
    const secrets = await openSigningSecrets(ports.sealing, webhook.id, stored, sentAt);
    return { headers: ports.webhookCalls.sign({ secrets, messageId, sentAt, payload }), body: payload };
  },
});

function noMessage(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'The listing of this delivery is no longer public, so its message is not sent: wait until the listing is public again.',
  );
}
