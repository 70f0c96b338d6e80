import { z } from 'zod';
import type { Credentials } from '../access/credentials.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { ListingStore } from '../listings/listing-store.ts';
import type { Mail } from '../mail.ts';
import type { InTransaction } from '../transaction.ts';
import { defineUseCase } from '../use-case.ts';
import type { Digests } from '../values/digests.ts';
import { emailAddress } from '../values/email.ts';
import { readerLanguage } from '../values/reader-language.ts';
import { requiredLabel, requiredText } from '../values/text.ts';
import type { ListingReportStore } from './listing-report-store.ts';
import type { ReportMailStore } from './mails/report-mail-store.ts';
import { MAX_REPORT_TEXT, REPORT_REASONS, type ListingReport } from './listing-report.ts';
import { secretOrigin } from './secret-origin.ts';

const RETRY_SECONDS = 3_600;

interface ReportingPorts extends InTransaction<{
  listings: ListingStore;
  listingReports: ListingReportStore;
  reportMails: ReportMailStore;
}> {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly digests: Digests;
  readonly ids: Ids;
  readonly mail: Mail;
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
 * and in total. An e-mail address gets a receipt and the decision, unless this installation sends no e-mail or the address or the
 * network has got many. Throws NOT_FOUND and RATE_LIMITED.
 */
export const reportListing = defineUseCase({
  permission: 'public',
  input: z.object({
    listing: requiredText(64),
    reason: z.enum(REPORT_REASONS, `must be one of ${REPORT_REASONS.join(', ')}.`),
    text: requiredLabel(MAX_REPORT_TEXT),
    /** Absent, null and empty are no address. */
    email: z.preprocess((email) => (email === '' ? null : email), emailAddress.nullish()),
    /** Of the mails to the address. */
    language: readerLanguage,
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(
    ports: ReportingPorts,
    _caller,
    { listing: listingId, network, email: sentTo, ...sent },
  ): Promise<SentReport> {
    const { clock, credentials, digests, ids, rateLimits } = ports;
    requireAllowance(await rateLimits.consume('listing-report-by-network', network));
    const email = await mailedAddress(ports, sentTo, network);
    const networkKey = credentials.pseudonymOf(network);
    const report = await ports.transaction(async ({ listings, listingReports, reportMails }) => {
      const [listing] = await listings.findPublished([listingId]);
      if (listing === undefined)
        throw new DomainError('NOT_FOUND', 'There is no public listing with this id: take it from its page.');
      const { title, landingUrl } = listing;
      const origin = { id: ids.next('rpt'), createdAt: clock.now() };
      const secretHash = digests.sha256(credentials.issueReportSecret(secretOrigin(origin)));
      const added = await listingReports.add({
        ...origin,
        listingId,
        title,
        landingUrl,
        ...sent,
        email,
        networkKey,
        secretHash,
      });
      if (added !== 'full' && added.id === origin.id && added.isMailed)
        await reportMails.queue({ kind: 'RECEIPT', reportId: added.id }, origin.createdAt);
      return added;
    });
    if (report === 'full')
      throw new DomainError(
        'RATE_LIMITED',
        'Too many reports wait for a decision of the operator. Try again in an hour.',
        { retryAfterSeconds: RETRY_SECONDS },
      );
    return { report, secret: credentials.issueReportSecret(secretOrigin(report)) };
  },
});

/** The address that gets mails about the report; null without one, and where none may be sent. */
async function mailedAddress(
  { mail, rateLimits }: Pick<ReportingPorts, 'mail' | 'rateLimits'>,
  email: string | null | undefined,
  network: string,
): Promise<string | null> {
  if (email == null || !mail.isConfigured) return null;
  // A report is not refused for it: the status page tells all that the mails would.
  const allowance = await rateLimits.consume('report-mail-by-network', network);
  return allowance?.exceeded === true ? null : email;
}
