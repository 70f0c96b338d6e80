import { FORMAT_MINUTE, toOneLine, toText } from '../account-mails/mail-text.ts';
import { ACCOUNT_MAIL_TEXTS } from '../account-mails/texts/texts.ts';
import type { MailMessage, Mail } from '../mail.ts';
import type { Clock } from '../clock.ts';
import { sendDueMails, type MailRun } from '../send-due-mails.ts';
import type { ExpiringKey, ApiKeyStore } from './api-key-store.ts';

/** How long before its end the account of a key is warned. */
export const WARNING_MS = 7 * 86_400_000;

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

function composeWarning(key: ExpiringKey): Omit<MailMessage, 'id' | 'to'> {
  const { start, expiresAt, language } = key;
  const texts = ACCOUNT_MAIL_TEXTS[language].keyExpires;
  const name = toOneLine(key.name);
  const at = FORMAT_MINUTE[language](expiresAt);
  return {
    subject: texts.subject(name),
    text: toText([texts.what(name, start, at), texts.advice, texts.unused]),
    language,
  };
}
