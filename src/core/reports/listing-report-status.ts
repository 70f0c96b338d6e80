import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Digests } from '../values/digests.ts';
import type { ListingReportStore } from './listing-report-store.ts';

/** The report of a secret, which its reporter got; undefined when there is none, or no longer. */
export const listingReportStatus = defineUseCase({
  permission: 'public',
  input: z.object({ secret: z.string().max(100, 'is not a secret of a report.') }),

  execute: (
    { digests, listingReports }: { digests: Digests; listingReports: ListingReportStore },
    _caller,
    { secret },
  ) => listingReports.findBySecret(digests.sha256(secret)),
});
