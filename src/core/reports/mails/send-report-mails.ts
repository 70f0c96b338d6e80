import type { Credentials } from '../../access/credentials.ts';
import type { Clock } from '../../clock.ts';
import type { Mail } from '../../mail.ts';
import { sendDueMails, type MailRun } from '../../send-due-mails.ts';
import type { Installation } from '../../status/installation.ts';
import type { Digests } from '../../values/digests.ts';
import { secretOrigin } from '../secret-origin.ts';
import { composeReportMail } from './compose-report-mail.ts';
import type { DueReportMail, ReportMailContent, ReportMailStore } from './report-mail-store.ts';

interface SendingPorts {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly installation: Pick<Installation, 'publicUrl'>;
  readonly mail: Mail;
  readonly reportMails: ReportMailStore;
}

/** Sends the mails about reports that are due (job 'send-mails'), as `sendDueMails`. */
export async function sendReportMails(
  ports: SendingPorts,
  isOver?: () => boolean,
): Promise<MailRun<DueReportMail>> {
  // What is queued waits for a mail server, so that a restart without one loses nothing.
  if (!ports.mail.isConfigured) return { isDone: true, failed: [] };
  const { publicUrl } = ports.installation;
  return sendDueMails(
    ports,
    ports.reportMails,
    ({ mail }) => {
      if (mail === undefined) return undefined;
      const { to, language, content } = mail;
      return { to, ...composeReportMail(content, { language, publicUrl, secret: secretOf(ports, content) }) };
    },
    isOver,
  );
}

/** Whether a mail goes to an account, whose address was confirmed; anybody can enter the address of a reporter. */
export function goesToAccount({ mail }: DueReportMail): boolean {
  const { content } = mail ?? {};
  return content?.kind === 'STATEMENT' || (content?.kind === 'RESULT' && content.side === 'PUBLISHER');
}

function secretOf({ credentials, digests }: SendingPorts, content: ReportMailContent): string | undefined {
  const report = 'report' in content ? content.report : undefined;
  if (report === undefined) return undefined;
  const secrets = credentials.reportSecretsOf(secretOrigin(report));
  return secrets.find((secret) => digests.sha256(secret) === report.secretHash);
}
