import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { ListingReportStore } from './listing-report-store.ts';

/** A report by its id; undefined when there is none. */
export const findListingReport = defineUseCase({
  permission: 'operator',
  input: z.object({ id: z.string() }),

  execute: ({ listingReports }: { listingReports: ListingReportStore }, _operator, { id }) =>
    listingReports.find(id),
});
