import type { MailMessage } from '../mail.ts';
import type { Uses } from '../ports.ts';
import type { ExpiringKey } from './api-key-store.ts';

const WARNING_MS = 7 * 86_400_000;
const AT_ONCE = 100;

/**
 * Warns the accounts of keys that expire within a week, once a key (job 'warn-expiring-keys'), and revokes the expired ones. Keys
 * that live shorter than a week are not warned about. Returns whether no key is left to warn about.
 */
export async function warnExpiringKeys({
  apiKeys,
  clock,
  mail,
}: Uses<'apiKeys' | 'clock' | 'mail'>): Promise<boolean> {
  const now = clock.now();
  await apiKeys.revokeExpired(now);
  const keys = await apiKeys.claimExpiring(now, new Date(now.getTime() + WARNING_MS), AT_ONCE);
  for (const [index, key] of keys.entries()) {
    try {
      await mail.send({ to: key.email, ...composeWarning(key) });
    } catch (error) {
      await Promise.all(keys.slice(index).map(({ id }) => apiKeys.unclaimExpiring(id)));
      throw error;
    }
  }
  return keys.length < AT_ONCE;
}

function composeWarning({ name, start, expiresAt }: ExpiringKey): Omit<MailMessage, 'to'> {
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
