import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import { pageArguments, readPage } from '../values/paging.ts';
import type { ListingReportStore } from './listing-report-store.ts';
import { REPORT_STATES, type ReportState } from './listing-report.ts';

/** The order's name in the cursors of reports in this state. */
export function reportsOrder(state: ReportState): string {
  return `${state}_REPORTS`;
}

/** Pages through the reports: the queue of open ones, oldest first, or those with a decision, newest first. */
export const listingReports = defineUseCase({
  permission: 'operator',
  input: z.object({
    state: z.enum(REPORT_STATES, `must be one of ${REPORT_STATES.join(', ')}.`),
    ...pageArguments,
  }),

  execute: ({ listingReports }: { listingReports: ListingReportStore }, _operator, { state, ...page }) =>
    listingReports.page(state, readPage(page, reportsOrder(state))),
});
