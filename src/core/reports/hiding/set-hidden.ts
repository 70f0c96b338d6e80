import { z } from 'zod';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import type { OperatorCaller } from '../../access/callers.ts';
import type { AuditLog } from '../../audit/audit-store.ts';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { FeedChanges } from '../../listings/feed-changes.ts';
import type { ListingStore } from '../../listings/listing-store.ts';
import type { Mail } from '../../mail.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import type { ReportMailStore } from '../mails/report-mail-store.ts';
import type { ListingReportStore } from '../listing-report-store.ts';
import type { ListingDecision } from '../listing-report.ts';
import { requiredText } from '../../values/text.ts';
import type { Listing } from '../../listings/listing.ts';

export const listingId = z.object({ id: requiredText(64) });

interface HidingStores {
  readonly listings: ListingStore;
  readonly listingReports: ListingReportStore;
  readonly publishers: PublisherStore;
  readonly reportMails: ReportMailStore;
}
export type HidingPorts = { feedChanges: FeedChanges; mail: Mail } & Audited<HidingStores>;
type ChangingPorts = Pick<HidingPorts, 'clock' | 'ids' | 'mail'>;

/**
 * Hides a listing from the public, or shows it again (reason null). To hide it is a decision, of which its publisher gets an e-mail;
 * hiding it again for the same reason is none. Throws NOT_FOUND.
 */
export async function setHidden(
  ports: HidingPorts,
  operator: OperatorCaller,
  action: string,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Listing> {
  const listing = await ports.transaction(async (stores) => {
    const former = await stores.listings.lock(id);
    if (reason === null || former?.hiddenReason === reason)
      return changeHidden(ports, stores, operator, action, { id, reason });
    const decision = newDecision(ports, { listingId: id, kind: 'HIDE', reason });
    await stores.listingReports.addDecision(decision);
    return hideBy(ports, stores, operator, action, decision);
  });
  ports.feedChanges.announce();
  return listing;
}

/** A decision of now. */
export function newDecision(
  { clock, ids }: Pick<HidingPorts, 'clock' | 'ids'>,
  decision: Pick<ListingDecision, 'listingId' | 'kind' | 'reason'>,
): ListingDecision {
  return { id: ids.next('dcn'), ...decision, decidedAt: clock.now() };
}

/** Hides a listing by a decision that is stored, and queues the mail to its publisher. The caller announces the change of the feed. */
export async function hideBy(
  ports: ChangingPorts,
  stores: HidingStores & { audit: AuditLog },
  operator: OperatorCaller,
  action: string,
  { id: decisionId, listingId: id, reason, decidedAt }: ListingDecision,
): Promise<Listing> {
  const listing = await changeHidden(ports, stores, operator, action, { id, reason });
  const accountId = await findAccountOfPublisher(stores, listing.publisherId);
  if (accountId !== undefined && ports.mail.isConfigured)
    await stores.reportMails.queue({ kind: 'STATEMENT', decisionId, accountId }, decidedAt);
  return listing;
}

/** The same in a transaction of the caller, without a decision; the caller announces the change of the feed afterwards. */
export async function changeHidden(
  ports: ChangingPorts,
  stores: HidingStores & { audit: AuditLog },
  operator: OperatorCaller,
  action: string,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Listing> {
  const changed = await stores.listings.setHidden(id, reason);
  if (changed === undefined)
    throw new DomainError(
      'NOT_FOUND',
      'There is no listing with this id: take it from the feed or its page.',
    );
  const account = await findAccountOfPublisher(stores, changed.publisherId);
  const facts = { ...(reason !== null && { reason }), ...(account !== undefined && { account }) };
  await record(ports, stores, operator, action, id, facts);
  return changed;
}
