import { record } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import { webhookReference, type IssuedWebhook } from './webhook.ts';
import type { InTransaction, Uses } from '../ports.ts';

/** How long messages are signed with the previous secret too. */
const OVERLAP_MS = 86_400_000;

/** Gives a webhook a new signing secret and shows it once; messages are signed with both secrets for a day. */
export const rotateWebhookSecret = defineUseCase({
  permission: 'providers',
  input: webhookReference,

  async execute(
    ports: Uses<'clock' | 'ids' | 'providers' | 'sealing' | 'webhookCalls' | 'webhooks'> &
      InTransaction<'audit' | 'webhooks'>,
    caller,
    { id },
  ): Promise<IssuedWebhook> {
    const now = ports.clock.now();
    await requireWebhook(ports, caller, id);
    const previous = await ports.webhooks.findSecrets(id);
    if (previous === undefined) throw rotatedMeanwhile();
    const context = webhookContext(id);
    const [current = ''] = (await ports.sealing.open(previous.sealed, context)).split(' ');
    const secret = ports.webhookCalls.issueSecret();
    const sealed = await ports.sealing.seal(`${secret} ${current}`, context);
    const secrets = { sealed, previousUntil: new Date(now.getTime() + OVERLAP_MS) };
    return ports.transaction(async (stores) => {
      const webhook = await stores.webhooks.rotate(id, previous, secrets, now);
      if (webhook === undefined) throw rotatedMeanwhile();
      await record(ports, stores, caller, 'rotateWebhookSecret', id, { provider: webhook.providerId });
      return { webhook, secret };
    });
  },
});

function rotatedMeanwhile(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'The secrets of this webhook were changed at the same moment: try again.',
    { retryAfterSeconds: 1 },
  );
}
