import type { Page, PageRequest } from '../../values/paging.ts';
import type { ListingDecision, ReportState } from '../listing-report.ts';
import type { ListingObjection, ObjectionOutcome, ObjectionSide } from './listing-objection.ts';

export interface NewListingObjection {
  readonly id: string;
  readonly side: ObjectionSide;
  readonly decision: Pick<ListingDecision, 'id' | 'listingId'>;
  readonly reportId: string | null;
  readonly text: string;
  readonly createdAt: Date;
}

/** The last decision that has hidden a listing, and the objection of its publisher to it. */
export interface Hiding {
  readonly decision: ListingDecision;
  readonly objection: ListingObjection | undefined;
}

/** Stores objections to decisions on listings. */
export interface ListingObjectionStore {
  find(id: string): Promise<ListingObjection | undefined>;
  /** The objection of the reporter. */
  findOfReport(reportId: string): Promise<ListingObjection | undefined>;
  /** The upheld objection of the publisher to a decision. */
  findReversal(decisionId: string): Promise<ListingObjection | undefined>;
  /** Of those of these listings that are hidden by a decision, or whose publisher has objected to the last one. */
  hidingsOf(listingIds: readonly string[]): Promise<Hiding[]>;
  /** Waiting ones oldest first, decided ones newest first, both by the time of the objection. */
  page(state: ReportState, page: PageRequest): Promise<Page<ListingObjection>>;
  /** Adds an objection; false when the side has objected to the decision already. */
  add(objection: NewListingObjection): Promise<boolean>;
  /** Locks the open reports of the listing of an objection, then its waiting objections. Requires a transaction. */
  lockOfListing(objectionId: string): Promise<void>;
  /** Stores the decision on a waiting objection. */
  decide(id: string, outcome: ObjectionOutcome): Promise<void>;
  /** Stores it on all waiting objections of reporters of the listing; returns their ids. */
  decideOfReporters(listingId: string, outcome: ObjectionOutcome): Promise<string[]>;
}
