import type { Language } from '../languages.ts';
import type { Page, PageRequest } from '../values/paging.ts';
import type { ListingDecision, ListingReport, ReportState } from './listing-report.ts';

export interface NewListingReport extends Omit<ListingReport, 'text' | 'isMailed' | 'decision'> {
  readonly text: string;
  /** Where the receipt and the decision go; null without. */
  readonly email: string | null;
  /** Of the mails to it; null for the default. */
  readonly language: Language | null;
  /** Tells the client networks of reporters apart, and does not disclose them. */
  readonly networkKey: string;
  /** The SHA-256 of the secret that shows the reporter the state of the report. */
  readonly secretHash: string;
}

/** Which reports a decision is about: one, or all open ones of its listing. */
export type DecidedReports = { readonly reportId: string } | 'all of the listing';

/** Stores reports of listings, and the decisions on them. */
export interface ListingReportStore {
  /**
   * Adds a report, unless the network has an open one of the listing: then it returns that one. One call at a time, so that the
   * limits of open reports hold; 'full' when one is reached. Does not store an address that MAX_REPORTS_OF_ADDRESS reports of the
   * last day have. Requires a transaction.
   */
  add(report: NewListingReport): Promise<ListingReport | 'full'>;
  find(id: string): Promise<ListingReport | undefined>;
  findBySecret(secretHash: string): Promise<ListingReport | undefined>;
  /** Open ones oldest first, decided ones newest first, both by the time of the report. */
  page(state: ReportState, page: PageRequest): Promise<Page<ListingReport>>;
  /** Locks the open reports of the listing that this report is about. Requires a transaction. */
  lockOpenOfListing(reportId: string): Promise<void>;
  /** Stores a decision on open reports. Requires a transaction. */
  decide(decision: ListingDecision, reports: DecidedReports): Promise<void>;
  /** Stores a decision to hide a listing that answers no report. */
  addDecision(decision: ListingDecision): Promise<void>;
}
