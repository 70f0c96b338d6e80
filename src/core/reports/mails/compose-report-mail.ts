import { FORMAT_MINUTE, toOneLine, toText } from '../../account-mails/mail-text.ts';
import type { Language } from '../../languages.ts';
import type { MailMessage } from '../../mail.ts';
import { objectionEnd } from '../objections/listing-objection.ts';
import type { MailedReport, ReportMailContent } from './report-mail-store.ts';
import { REPORT_MAIL_TEXTS, type ReportMailTexts } from './texts/texts.ts';

interface Reader {
  readonly language: Language;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The secret of the report; undefined when the key that derived it is gone. */
  readonly secret: string | undefined;
}

type Composed = Omit<MailMessage, 'id' | 'to'>;

/** What a mail is composed with. */
interface Context extends Reader {
  readonly texts: ReportMailTexts;
  readonly toMinute: (at: Date) => string;
}

type ContentOf<Kind> = Extract<ReportMailContent, { kind: Kind }>;

/**
 * Composes a mail about a report, as text. Those to reporters have neither the text of the report nor the title of the listing:
 * strangers write both and can enter any address, so that the service would send their advertisements to it.
 */
export function composeReportMail(content: ReportMailContent, reader: Reader): Composed {
  const { language } = reader;
  const context = { ...reader, texts: REPORT_MAIL_TEXTS[language], toMinute: FORMAT_MINUTE[language] };
  const { subject, paragraphs } = letterOf(content, context);
  return { subject, text: toText(paragraphs), language };
}

interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

function letterOf(content: ReportMailContent, context: Context): Letter {
  switch (content.kind) {
    case 'RECEIPT':
      return composeReceipt(content, context);
    case 'DECISION':
      return composeDecision(content, context);
    case 'STATEMENT':
      return composeStatement(content, context);
    case 'RESULT':
      return composeResult(content, context);
    case 'REVERSAL':
      return composeReversal(content, context);
  }
}

function composeReceipt({ report }: ContentOf<'RECEIPT'>, context: Context): Letter {
  const { publicUrl, texts, toMinute } = context;
  const { receipt } = texts;
  return {
    subject: receipt.subject,
    paragraphs: [
      receipt.what(publicUrl, toMinute(report.createdAt)),
      receipt.giveaway(`${publicUrl}/listings/${report.listingId}`),
      receipt.next,
      statusOf(context),
      receipt.stranger,
    ],
  };
}

function composeDecision({ report, decision }: ContentOf<'DECISION'>, context: Context): Letter {
  const { texts, toMinute } = context;
  const isHidden = decision.kind === 'HIDE';
  return {
    subject: texts.decision.subject,
    paragraphs: [
      `${reported(report, context)} ${texts.decision.decided(toMinute(decision.decidedAt))}`,
      isHidden ? texts.decision.hidden : texts.decision.dismissed,
      texts.reason(toLines(decision.reason)),
      statusOf(context),
      ...(isHidden ? [] : [texts.decision.objection(toMinute(objectionEnd(decision.decidedAt)))]),
      texts.elsewhere,
    ],
  };
}

function composeStatement(
  { listing, decision, isReported }: ContentOf<'STATEMENT'>,
  { publicUrl, texts, toMinute }: Context,
): Letter {
  const { statement } = texts;
  const { decidedAt } = decision;
  return {
    subject: statement.subject,
    paragraphs: [
      statement.what(publicUrl, toMinute(decidedAt), toOneLine(listing.title), listing.id),
      statement.effect,
      texts.reason(toLines(decision.reason)),
      isReported ? statement.reported : statement.unreported,
      statement.objection(toMinute(objectionEnd(decidedAt)), `${publicUrl}/access/listings`),
      texts.elsewhere,
    ],
  };
}

function composeResult({ side, listingId, outcome }: ContentOf<'RESULT'>, context: Context): Letter {
  const { publicUrl, texts, toMinute } = context;
  const { result } = texts;
  const upheld = side === 'REPORTER' ? result.upheldForReporter : result.upheldForPublisher;
  return {
    subject: result.subject,
    paragraphs: [
      result.what(`${publicUrl}/listings/${listingId}`, toMinute(outcome.decidedAt)),
      outcome.result === 'UPHELD' ? upheld : result.rejected,
      texts.reason(toLines(outcome.reason)),
      ...(side === 'REPORTER' ? [statusOf(context)] : []),
      texts.elsewhere,
    ],
  };
}

function composeReversal({ report, outcome }: ContentOf<'REVERSAL'>, context: Context): Letter {
  const { texts, toMinute } = context;
  return {
    subject: texts.reversal.subject,
    paragraphs: [
      `${reported(report, context)} ${texts.reversal.upheld(toMinute(outcome.decidedAt))}`,
      texts.reversal.what,
      texts.reason(toLines(outcome.reason)),
      statusOf(context),
      texts.elsewhere,
    ],
  };
}

const reported = ({ createdAt, listingId }: MailedReport, { publicUrl, texts, toMinute }: Context) =>
  texts.reported(toMinute(createdAt), `${publicUrl}/listings/${listingId}`);

function statusOf({ publicUrl, secret, texts }: Context): string {
  return secret === undefined ? texts.statusElsewhere : `${texts.status}\n${publicUrl}/reports/${secret}`;
}

/** The lines of a text without the empty ones, which would look like a paragraph of the service's own. */
const toLines = (text: string) =>
  text
    .split('\n')
    .map(toOneLine)
    .filter((line) => line !== '')
    .join('\n  ');
