import { MailRefused, type MailMessage, type Mail } from '../mail.ts';
import type { Clock } from '../clock.ts';
import type { ExpiringKey, ApiKeyStore } from './api-key-store.ts';

const WARNING_MS = 7 * 86_400_000;
const AT_ONCE = 100;
/** The last attempt comes about four days after the first. */
const MAX_ATTEMPTS = 12;

/** What a run did. */
export interface WarningRun {
  /** Whether no key was left to warn about. */
  readonly isDone: boolean;
  readonly failed: readonly FailedWarning[];
}

export interface FailedWarning {
  readonly keyId: string;
  readonly isGivenUp: boolean;
  readonly reason: string;
}

/**
 * Warns the accounts of keys that expire within a week, once a key (job 'warn-expiring-keys'). Keys that live shorter than a week
 * are not warned about. A mail that is not accepted delays no other: it is sent again later, a dozen times at most, unless it was
 * refused for good. Stops early when `isOver`. Expired keys stay as they are, since only a comparison tells that they are: a clock
 * may have been wrong.
 */
export async function warnExpiringKeys(
  { apiKeys, clock, mail }: { apiKeys: ApiKeyStore; clock: Clock; mail: Mail },
  isOver: () => boolean = () => false,
): Promise<WarningRun> {
  const now = clock.now();
  const keys = await apiKeys.claimExpiring(now, new Date(now.getTime() + WARNING_MS), AT_ONCE);
  const failed: FailedWarning[] = [];
  for (const [index, key] of keys.entries()) {
    if (isOver()) {
      await apiKeys.unclaimExpiring(keys.slice(index).map(({ id }) => id));
      return { isDone: false, failed };
    }
    try {
      await mail.send({ id: key.id, to: key.email, ...composeWarning(key) });
    } catch (error) {
      const isGivenUp = error instanceof MailRefused || key.attempt >= MAX_ATTEMPTS;
      failed.push({ keyId: key.id, isGivenUp, reason: error instanceof Error ? error.message : 'unknown' });
      if (!isGivenUp) continue;
    }
    await apiKeys.endWarning(key.id, now);
  }
  return { isDone: keys.length < AT_ONCE, failed };
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
