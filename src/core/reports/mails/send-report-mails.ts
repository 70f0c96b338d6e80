import type { Credentials } from '../../access/credentials.ts';
import type { Clock } from '../../clock.ts';
import { MailRefused, type Mail } from '../../mail.ts';
import type { Installation } from '../../status/installation.ts';
import type { Digests } from '../../values/digests.ts';
import { secretOrigin } from '../secret-origin.ts';
import { composeReportMail } from './compose-report-mail.ts';
import type { DueReportMail, ReportMailContent, ReportMailStore } from './report-mail-store.ts';

const AT_ONCE = 100;
/** The last attempt comes about four days after the first. */
const MAX_ATTEMPTS = 12;

interface SendingPorts {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly installation: Pick<Installation, 'publicUrl'>;
  readonly mail: Mail;
  readonly reportMails: ReportMailStore;
}

/** What a run did. */
export interface ReportMailRun {
  /** Whether no mail was left that is due. */
  readonly isDone: boolean;
  readonly failed: readonly FailedReportMail[];
}

interface FailedReportMail {
  readonly id: string;
  readonly isGivenUp: boolean;
  /** Whether it goes to an account, whose address was confirmed; anybody can enter the address of a reporter. */
  readonly isToAccount: boolean;
  readonly reason: string;
}

/**
 * Sends the mails about reports that are due (job 'send-report-mails'). A mail that is not accepted delays no other: it is sent
 * again later, a dozen times at most, unless it was refused for good. A mail is sent again, with the same id, only when the process
 * died between sending it and noting so. Stops early when `isOver`.
 */
export async function sendReportMails(
  ports: SendingPorts,
  isOver: () => boolean = () => false,
): Promise<ReportMailRun> {
  const { clock, mail, reportMails } = ports;
  // What is queued waits for a mail server, so that a restart without one loses nothing.
  if (!mail.isConfigured) return { isDone: true, failed: [] };
  const due = await reportMails.claim(clock.now(), AT_ONCE);
  const failed: FailedReportMail[] = [];
  for (const [index, each] of due.entries()) {
    if (isOver()) {
      await reportMails.unclaim(due.slice(index).map(({ id }) => id));
      return { isDone: false, failed };
    }
    const failure = await send(ports, each);
    if (failure !== undefined) failed.push(failure);
    if (failure === undefined || failure.isGivenUp) await reportMails.end(each.id);
  }
  return { isDone: due.length < AT_ONCE, failed };
}

async function send(
  ports: SendingPorts,
  { id, attempt, mail }: DueReportMail,
): Promise<FailedReportMail | undefined> {
  if (mail === undefined) return undefined;
  const { to, content } = mail;
  const { publicUrl } = ports.installation;
  try {
    await ports.mail.send({
      id,
      to,
      ...composeReportMail(content, { publicUrl, secret: secretOf(ports, content) }),
    });
    return undefined;
  } catch (error) {
    return {
      id,
      isGivenUp: error instanceof MailRefused || attempt >= MAX_ATTEMPTS,
      isToAccount:
        content.kind === 'STATEMENT' || (content.kind === 'RESULT' && content.side === 'PUBLISHER'),
      reason: error instanceof Error ? error.message : 'unknown',
    };
  }
}

function secretOf({ credentials, digests }: SendingPorts, content: ReportMailContent): string | undefined {
  const report = 'report' in content ? content.report : undefined;
  if (report === undefined) return undefined;
  const secrets = credentials.reportSecretsOf(secretOrigin(report));
  return secrets.find((secret) => digests.sha256(secret) === report.secretHash);
}
