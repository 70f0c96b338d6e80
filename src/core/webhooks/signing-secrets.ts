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

/** The secret of a subscription as it is sealed: without spaces, which separate secrets. Empty for none. */
export function toSealable(subscriberSecret: string): string {
  return encodeURIComponent(subscriberSecret);
}

/** The secret that the subscriber chose; empty for none. */
export function toSubscriberSecret(opened: string): string {
  return decodeURIComponent(opened);
}
