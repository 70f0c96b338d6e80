import type { MailMessage } from '../../mail.ts';
import { objectionEnd } from '../objections/listing-objection.ts';
import type { MailedDecision, MailedReport, ReportMailContent } from './report-mail-store.ts';

interface Links {
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The secret of the report; undefined when the key that derived it is gone. */
  readonly secret: string | undefined;
}

type Composed = Omit<MailMessage, 'id' | 'to'>;
type ContentOf<Kind> = Extract<ReportMailContent, { kind: Kind }>;

/**
 * Composes a mail about a report, as text. Those to reporters have neither the text of the report nor the title of the listing:
 * strangers write both and can enter any address, so that the service would send their advertisements to it.
 */
export function composeReportMail(content: ReportMailContent, links: Links): Composed {
  switch (content.kind) {
    case 'RECEIPT':
      return composeReceipt(content, links);
    case 'DECISION':
      return composeDecision(content, links);
    case 'STATEMENT':
      return composeStatement(content, links);
    case 'RESULT':
      return composeResult(content, links);
    case 'REVERSAL':
      return composeReversal(content, links);
  }
}

function composeReceipt({ report }: ContentOf<'RECEIPT'>, links: Links): Composed {
  return {
    subject: 'Your report has arrived',
    text: toText([
      `Somebody has reported a giveaway on ${links.publicUrl} at ${toMinute(report.createdAt)}, and left this e-mail address.`,
      `The giveaway: ${links.publicUrl}/listings/${report.listingId}`,
      'The operator decides on the report. You get the decision by e-mail.',
      ...statusLines(links),
      'If it was not you, ignore this message.',
    ]),
  };
}

function composeDecision({ report, decision }: ContentOf<'DECISION'>, links: Links): Composed {
  return {
    subject: 'The decision on your report',
    text: toText([
      `${reported(report, links)} At ${toMinute(decision.decidedAt)} the operator has decided:`,
      decision.kind === 'HIDE' ? 'The giveaway was hidden from the public.' : 'The giveaway stays as it is.',
      `The reason: ${toLines(decision.reason)}`,
      ...statusLines(links),
      ...(decision.kind === 'DISMISS'
        ? [`You can object at that page, once, until ${lastDay(decision)}.`]
        : []),
      ELSEWHERE,
    ]),
  };
}

function composeStatement(
  { listing, decision, isReported }: ContentOf<'STATEMENT'>,
  { publicUrl }: Links,
): Composed {
  return {
    subject: 'Your giveaway was hidden from the public',
    text: toText([
      `The operator of ${publicUrl} has hidden your giveaway at ${toMinute(decision.decidedAt)}: ${toOneLine(listing.title)} (${listing.id}).`,
      'The public sees it nowhere in this service, until the operator shows it again.',
      `The reason: ${toLines(decision.reason)}`,
      isReported
        ? 'The operator decided on a report by a visitor. This service has decided nothing automatically.'
        : 'The operator decided without a report. This service has decided nothing automatically.',
      `You can object in your account, once, until ${lastDay(decision)}: ${publicUrl}/access/listings`,
      ELSEWHERE,
    ]),
  };
}

function composeResult({ side, listingId, outcome }: ContentOf<'RESULT'>, links: Links): Composed {
  const isUpheld = outcome.result === 'UPHELD';
  const subject =
    side === 'REPORTER' ? 'The giveaway was hidden' : 'The giveaway is no longer hidden by that decision';
  return {
    subject: 'The decision on your objection',
    text: toText([
      `You have objected to a decision on a giveaway: ${links.publicUrl}/listings/${listingId}. At ${toMinute(outcome.decidedAt)} the operator has decided:`,
      isUpheld
        ? `Your objection was upheld. ${subject}.`
        : 'Your objection was rejected. The decision stands.',
      `The reason: ${toLines(outcome.reason)}`,
      ...(side === 'REPORTER' ? statusLines(links) : []),
      ELSEWHERE,
    ]),
  };
}

function composeReversal({ report, outcome }: ContentOf<'REVERSAL'>, links: Links): Composed {
  return {
    subject: 'The decision on your report was reversed',
    text: toText([
      `${reported(report, links)} At ${toMinute(outcome.decidedAt)} the operator has upheld an objection of the publisher:`,
      'The decision that has hidden the giveaway no longer holds.',
      `The reason: ${toLines(outcome.reason)}`,
      ...statusLines(links),
      ELSEWHERE,
    ]),
  };
}

const ELSEWHERE =
  'You can also turn to a certified out-of-court dispute settlement body (Regulation (EU) 2022/2065, Article 21), or to a court.';

const reported = ({ createdAt, listingId }: MailedReport, { publicUrl }: Links) =>
  `At ${toMinute(createdAt)} somebody with this e-mail address has reported a giveaway: ${publicUrl}/listings/${listingId}.`;

function statusLines({ publicUrl, secret }: Links): readonly string[] {
  if (secret === undefined) return ['The page that you got on reporting shows the state of the report.'];
  return [
    `This page shows the state of the report. Whoever has its address sees it too:\n${publicUrl}/reports/${secret}`,
  ];
}

const lastDay = ({ decidedAt }: MailedDecision) => toMinute(objectionEnd(decidedAt));
const toText = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`;
const toMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Control characters, and those of bidirectional text, which let a line read as another one. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

const toOneLine = (text: string) => text.replaceAll(CONTROLS, ' ').trim();

/** The lines of a text without the empty ones, which would look like a paragraph of the service's own. */
const toLines = (text: string) =>
  text
    .split('\n')
    .map(toOneLine)
    .filter((line) => line !== '')
    .join('\n  ');
