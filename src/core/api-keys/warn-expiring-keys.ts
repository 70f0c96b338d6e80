import type { MailMessage, Mail } from '../mail.ts';
import type { Clock } from '../clock.ts';
import { sendDueMails, type MailRun } from '../send-due-mails.ts';
import type { ExpiringKey, ApiKeyStore } from './api-key-store.ts';

const WARNING_MS = 7 * 86_400_000;

/**
 * Warns the accounts of keys that expire within a week, once a key (job 'warn-expiring-keys'), as `sendDueMails`. Keys that live
 * shorter than a week are not warned about. Expired keys stay as they are, since only a comparison tells that they are: a clock may
 * have been wrong.
 */
export async function warnExpiringKeys(
  ports: { readonly apiKeys: ApiKeyStore; readonly clock: Clock; readonly mail: Mail },
  isOver?: () => boolean,
): Promise<MailRun<ExpiringKey>> {
  const { apiKeys } = ports;
  const queue = {
    claim: (now: Date, limit: number) =>
      apiKeys.claimExpiring(now, new Date(now.getTime() + WARNING_MS), limit),
    unclaim: (ids: readonly string[]) => apiKeys.unclaimExpiring(ids),
    end: (id: string, now: Date) => apiKeys.endWarning(id, now),
  };
  return sendDueMails(ports, queue, (key) => ({ to: key.email, ...composeWarning(key) }), isOver);
}

function composeWarning({ name, start, expiresAt }: ExpiringKey): Omit<MailMessage, 'id' | 'to'> {
  const date = expiresAt.toISOString().slice(0, 16).replace('T', ' ');
  const shown = name.replaceAll(/\s+/g, ' ');
  return {
    subject: `Your API key "${shown}" expires soon`,
    text: [
      `The API key "${shown}" (${start}…) expires on ${date} UTC. From then on its requests are refused.`,
      'Create a new key in the API Access area of the service, and update your server before that time.',
      'If you no longer use the key, you need not do anything.',
      '',
    ].join('\n\n'),
  };
}
