/** Why a visitor reports a listing. */
export const REPORT_REASONS = [
  'SCAM',
  'NOT_A_GIVEAWAY',
  'ILLEGAL',
  'IMPERSONATION',
  'PERSONAL_DATA',
  'OTHER',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What the operator decides on a report: to hide the listing from the public, or to leave it as it is. */
export const REPORT_DECISIONS = ['HIDE', 'DISMISS'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** Whether the operator has decided on a report. */
export const REPORT_STATES = ['OPEN', 'DECIDED'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** A decision of the operator on one or more reports of a listing. */
export interface ListingDecision {
  readonly id: string;
  readonly listingId: string;
  readonly kind: ReportDecision;
  /** For the reporters; that of HIDE also for the publisher. */
  readonly reason: string;
  readonly decidedAt: Date;
}

/** A report of a listing by a visitor without an account. */
export interface ListingReport {
  readonly id: string;
  readonly listingId: string;
  /** The title and the landing page of the listing when it was reported. */
  readonly title: string;
  readonly landingUrl: string;
  readonly reason: ReportReason;
  /** What the reporter wrote; null once it was purged. */
  readonly text: string | null;
  readonly createdAt: Date;
  /** Whether its reporter left an e-mail address, which gets the receipt and the decision. */
  readonly isMailed: boolean;
  /** Null while the report is open. */
  readonly decision: ListingDecision | null;
}

/** The longest text of a report, in characters. */
export const MAX_REPORT_TEXT = 2_000;

/** How many reports may be open: of one listing, and in total. Then further ones are refused. */
export const MAX_OPEN_REPORTS = { ofListing: 20, inTotal: 10_000 } as const;

/**
 * How many reports of a day store the same e-mail address, whichever networks send them. Anybody can enter the address of somebody
 * else, who would get a receipt and a decision for each. Further reports are taken without the address: their status page tells all
 * that a mail would.
 */
export const MAX_REPORTS_OF_ADDRESS = 10;
