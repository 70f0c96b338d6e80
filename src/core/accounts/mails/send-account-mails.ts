import type { Clock } from '../../clock.ts';
import { MailRefused, type Mail } from '../../mail.ts';
import type { Installation } from '../../status/installation.ts';
import type { AccountMailStore, DueAccountMail } from './account-mail-store.ts';
import { composeAccountMail } from './compose-account-mail.ts';

const AT_ONCE = 100;
/** The last attempt comes about four days after the first. */
const MAX_ATTEMPTS = 12;

interface SendingPorts {
  readonly accountMails: AccountMailStore;
  readonly clock: Clock;
  readonly installation: Pick<Installation, 'publicUrl'>;
  readonly mail: Mail;
}

/** What a run did. */
export interface AccountMailRun {
  /** Whether no mail was left that is due. */
  readonly isDone: boolean;
  readonly failed: readonly FailedAccountMail[];
}

interface FailedAccountMail {
  readonly id: string;
  readonly isGivenUp: boolean;
  readonly reason: string;
}

/**
 * Sends the mails to accounts that are due (job 'send-account-mails'). A mail that is not accepted delays no other: it is sent again
 * later, a dozen times at most, unless it was refused for good. A mail is sent again, with the same id, only when the process died
 * between sending it and noting so. Stops early when `isOver`.
 */
export async function sendAccountMails(
  ports: SendingPorts,
  isOver: () => boolean = () => false,
): Promise<AccountMailRun> {
  const { accountMails, clock, mail } = ports;
  // What is queued waits for a mail server, so that a restart without one loses nothing.
  if (!mail.hasServer) return { isDone: true, failed: [] };
  const due = await accountMails.claim(clock.now(), AT_ONCE);
  const failed: FailedAccountMail[] = [];
  for (const [index, each] of due.entries()) {
    if (isOver()) {
      const ids = due.slice(index).map(({ id }) => id);
      await accountMails.unclaim(ids, clock.now());
      return { isDone: false, failed };
    }
    const failure = await send(ports, each);
    if (failure !== undefined) failed.push(failure);
    if (failure === undefined || failure.isGivenUp) await accountMails.end(each.id);
  }
  return { isDone: due.length < AT_ONCE, failed };
}

async function send(
  ports: SendingPorts,
  { id, attempt, to, mail }: DueAccountMail,
): Promise<FailedAccountMail | undefined> {
  try {
    await ports.mail.send({ id, to, ...composeAccountMail(mail, ports.installation.publicUrl) });
    return undefined;
  } catch (error) {
    const isGivenUp = error instanceof MailRefused || attempt >= MAX_ATTEMPTS;
    return { id, isGivenUp, reason: error instanceof Error ? error.message : 'unknown' };
  }
}
