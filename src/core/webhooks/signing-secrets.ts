import type { Sealing } from '../secrets/sealing.ts';
import { webhookContext } from '../secrets/sealing-contexts.ts';
import type { WebhookSecrets } from './webhook.ts';

/** The secrets that sign now: after a rotation also the previous one, for a day. Throws when they do not open. */
export async function openSigningSecrets(
  sealing: Sealing,
  webhookId: string,
  { sealed, previousUntil }: WebhookSecrets,
  now: Date,
): Promise<readonly string[]> {
  const all = (await sealing.open(sealed, webhookContext(webhookId))).split(' ');
  return previousUntil !== null && previousUntil > now ? all : all.slice(0, 1);
}
