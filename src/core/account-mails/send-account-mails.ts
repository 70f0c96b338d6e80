import type { Clock } from '../clock.ts';
import type { Mail } from '../mail.ts';
import { sendDueMails, type MailRun } from '../send-due-mails.ts';
import type { AccountMailStore, DueAccountMail } from './account-mail-store.ts';
import { composeAccountMail } from './compose-account-mail.ts';

interface SendingPorts {
  readonly accountMails: AccountMailStore;
  readonly clock: Clock;
  readonly installation: { readonly publicUrl: string };
  readonly mail: Mail;
}

/** Sends the mails to accounts that are due (job 'send-mails'), as `sendDueMails`. */
export async function sendAccountMails(
  ports: SendingPorts,
  isOver?: () => boolean,
): Promise<MailRun<DueAccountMail>> {
  // What is queued waits for a mail server, so that a restart without one loses nothing.
  if (!ports.mail.hasServer) return { isDone: true, failed: [] };
  const { publicUrl } = ports.installation;
  return sendDueMails(
    ports,
    ports.accountMails,
    ({ to, language, mail }) => ({ to, ...composeAccountMail(mail, { language, publicUrl }) }),
    isOver,
  );
}
