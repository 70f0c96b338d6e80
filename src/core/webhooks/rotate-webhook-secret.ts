import type { CallerFor } from '../access/callers.ts';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalText } from '../values/text.ts';
import { isRepeatable } from '../secrets/repeated-creation.ts';
import { ownerFacts } from './change-webhook.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import { webhookReference, type IssuedWebhook } from './webhook.ts';
import type { Credentials } from '../access/credentials.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { Sealing } from '../secrets/sealing.ts';
import type { WebhookStore } from './webhook-store.ts';

/** How long messages are signed with the previous secret too. */
const OVERLAP_MS = 86_400_000;

type Rotating = {
  credentials: Credentials;
  providers: ProviderStore;
  sealing: Sealing;
  webhooks: WebhookStore;
} & Audited<{ webhooks: WebhookStore }>;

/**
 * Gives a webhook a new signing secret and shows it once; messages are signed with both secrets for a day. A request that is repeated
 * with its rotation id gets the same secret for some minutes, as long as it was not replaced.
 */
export const rotateWebhookSecret = defineUseCase({
  permission: 'providers',
  input: webhookReference.extend({ rotationId: optionalText(64, null) }),

  async execute(ports: Rotating, caller, input): Promise<IssuedWebhook> {
    const rotated = await rotate(ports, caller, input);
    if (rotated !== undefined) return rotated;
    // The same request may have changed the secrets at the same moment.
    const repeated = input.rotationId === null ? undefined : await rotate(ports, caller, input);
    if (repeated === undefined) throw rotatedMeanwhile();
    return repeated;
  },
});

/** Undefined when the secrets were changed at the same moment. */
async function rotate(
  ports: Rotating,
  caller: CallerFor<'providers'>,
  { id, rotationId: requestId }: { readonly id: string; readonly rotationId: string | null },
): Promise<IssuedWebhook | undefined> {
  const now = ports.clock.now();
  // A rotation between the two reads makes the write fail, because its secrets are newer.
  const previous = await ports.webhooks.findSecrets(id);
  const present = await requireWebhook(ports, caller, id);
  if (previous === undefined) return undefined;
  const context = webhookContext(id);
  const [current = ''] = (await ports.sealing.open(previous.sealed, context)).split(' ');
  const originAt = (issuedAt: Date) => (requestId === null ? undefined : { id, issuedAt, requestId });
  const { rotatedAt } = present;
  const issued = rotatedAt !== null && isRepeatable(rotatedAt, now) ? originAt(rotatedAt) : undefined;
  if (issued && ports.credentials.isWebhookSecretOf(issued, current))
    return { webhook: present, secret: current };
  const secret = ports.credentials.issueWebhookSecret(originAt(now));
  const sealed = await ports.sealing.seal(`${secret} ${current}`, context);
  const secrets = { sealed, previousUntil: new Date(now.getTime() + OVERLAP_MS) };
  return ports.transaction(async (stores) => {
    const webhook = await stores.webhooks.rotate(id, previous, secrets, now);
    if (webhook === undefined) return undefined;
    await record(ports, stores, caller, 'rotateWebhookSecret', id, ownerFacts(webhook));
    return { webhook, secret };
  });
}

function rotatedMeanwhile(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'The secrets of this webhook were changed at the same moment: try again.',
    { retryAfterSeconds: 1 },
  );
}
