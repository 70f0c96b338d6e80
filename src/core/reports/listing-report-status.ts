import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import type { Digests } from '../values/digests.ts';
import { findReportStatus } from './find-report-status.ts';
import type { ListingReportStore } from './listing-report-store.ts';
import type { ListingObjectionStore } from './objections/objection-store.ts';

interface StatusPorts {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly listingReports: ListingReportStore;
  readonly listingObjections: ListingObjectionStore;
}

/** The report of a secret, which its reporter got; undefined when there is none, or no longer. */
export const listingReportStatus = defineUseCase({
  permission: 'public',
  input: z.object({ secret: z.string().max(100, 'is not a secret of a report.') }),

  execute: (ports: StatusPorts, _caller, { secret }) =>
    findReportStatus(ports, ports.digests.sha256(secret), ports.clock.now()),
});
