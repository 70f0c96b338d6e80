import type { Language } from '../../languages.ts';
import type { DueMail, MailQueue } from '../../send-due-mails.ts';
import type { ReportDecision } from '../listing-report.ts';
import type { ObjectionOutcome, ObjectionSide } from '../objections/listing-objection.ts';

/**
 * A mail to queue: the receipt of a report; a decision to all reporters that left an address; the reason to a publisher; the decision
 * on an objection to the reporter or the account that objected; the reversal of a decision to its reporters.
 */
export type NewReportMail =
  | { readonly kind: 'RECEIPT'; readonly reportId: string }
  | { readonly kind: 'DECISION'; readonly decisionId: string }
  | { readonly kind: 'STATEMENT'; readonly decisionId: string; readonly accountId: string }
  | { readonly kind: 'RESULT'; readonly objectionId: string; readonly accountId: string | null }
  | { readonly kind: 'REVERSAL'; readonly decisionId: string };

/** A decision as mails tell it. */
export interface MailedDecision {
  readonly kind: ReportDecision;
  readonly reason: string;
  readonly decidedAt: Date;
}

/** A report as mails to its reporter tell it: without the texts of the reporter and the publisher. */
export interface MailedReport {
  readonly id: string;
  readonly listingId: string;
  readonly createdAt: Date;
  readonly secretHash: string;
}

/** What a queued mail is about. */
export type ReportMailContent =
  | { readonly kind: 'RECEIPT'; readonly report: MailedReport }
  | { readonly kind: 'DECISION'; readonly report: MailedReport; readonly decision: MailedDecision }
  | {
      readonly kind: 'STATEMENT';
      readonly listing: { readonly id: string; readonly title: string };
      readonly decision: MailedDecision;
      /** Whether the decision answers reports. */
      readonly isReported: boolean;
    }
  | {
      readonly kind: 'RESULT';
      readonly side: ObjectionSide;
      readonly listingId: string;
      readonly outcome: ObjectionOutcome;
      /** The report of the reporter who objected; undefined for the publisher. */
      readonly report: MailedReport | undefined;
    }
  | { readonly kind: 'REVERSAL'; readonly report: MailedReport; readonly outcome: ObjectionOutcome };

/** A queued mail that is due. */
export interface DueReportMail extends DueMail {
  /** Where it goes, in the language of the report or the account, and what it is about; undefined when that was removed in the meantime. */
  readonly mail:
    | { readonly to: string; readonly language: Language; readonly content: ReportMailContent }
    | undefined;
}

/** Stores the mails about reports until they are sent. */
export interface ReportMailStore extends MailQueue<DueReportMail> {
  /** Queues a mail in the transaction of what it is about; adds nothing for reports without an address, or a second time. */
  queue(mail: NewReportMail, now: Date): Promise<void>;
}
