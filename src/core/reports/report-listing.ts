import { z } from 'zod';
import type { Credentials } from '../access/credentials.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { ListingStore } from '../listings/listing-store.ts';
import type { InTransaction } from '../transaction.ts';
import { defineUseCase } from '../use-case.ts';
import type { Digests } from '../values/digests.ts';
import { requiredLabel, requiredText } from '../values/text.ts';
import type { ListingReportStore } from './listing-report-store.ts';
import { MAX_REPORT_TEXT, REPORT_REASONS, type ListingReport } from './listing-report.ts';

const RETRY_SECONDS = 3_600;

interface ReportingPorts extends InTransaction<{
  listings: ListingStore;
  listingReports: ListingReportStore;
}> {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly ids: Ids;
  readonly rateLimits: RateLimits;
}

/** A report, and the secret that shows its state. */
export interface SentReport {
  readonly report: ListingReport;
  readonly secret: string;
}

/**
 * Reports a published listing to the operator, without an account. While a report is open, the same network gets that report and
 * its secret again, so that a repeated request adds nothing. Reports are limited by client network, and the open ones by listing
 * and in total. Throws NOT_FOUND and RATE_LIMITED.
 */
export const reportListing = defineUseCase({
  permission: 'public',
  input: z.object({
    listing: requiredText(64),
    reason: z.enum(REPORT_REASONS, `must be one of ${REPORT_REASONS.join(', ')}.`),
    text: requiredLabel(MAX_REPORT_TEXT),
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(
    ports: ReportingPorts,
    _caller,
    { listing: listingId, network, ...sent },
  ): Promise<SentReport> {
    const { clock, credentials, digests, ids, rateLimits } = ports;
    requireAllowance(await rateLimits.consume('listing-report-by-network', network));
    const networkKey = credentials.pseudonymOf(network);
    const secretOf = ({ id, createdAt }: Pick<ListingReport, 'id' | 'createdAt'>) =>
      credentials.issueReportSecret({ id, issuedAt: createdAt, requestId: networkKey }).secret;
    const report = await ports.transaction(async ({ listings, listingReports }) => {
      const [listing] = await listings.findPublished([listingId]);
      if (listing === undefined)
        throw new DomainError('NOT_FOUND', 'There is no public listing with this id: take it from its page.');
      const { title, landingUrl } = listing;
      const origin = { id: ids.next('rpt'), createdAt: clock.now() };
      const secretHash = digests.sha256(secretOf(origin));
      return listingReports.add({ ...origin, listingId, title, landingUrl, ...sent, networkKey, secretHash });
    });
    if (report === 'full')
      throw new DomainError(
        'RATE_LIMITED',
        'Too many reports wait for a decision of the operator. Try again in an hour.',
        { retryAfterSeconds: RETRY_SECONDS },
      );
    return { report, secret: secretOf(report) };
  },
});
