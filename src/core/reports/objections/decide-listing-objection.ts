import { z } from 'zod';
import type { OperatorCaller } from '../../access/callers.ts';
import { findAccountOfPublisher } from '../../accounts/find-account-of-publisher.ts';
import type { PublisherStore } from '../../accounts/publisher-store.ts';
import { record, type Audited } from '../../audit/record.ts';
import { DomainError } from '../../errors.ts';
import type { FeedChanges } from '../../listings/feed-changes.ts';
import type { ListingStore } from '../../listings/listing-store.ts';
import { takedownReason } from '../../listings/takedown/takedown-reason.ts';
import { changeHidden, hideBy, newDecision } from '../hiding/set-hidden.ts';
import type { Mail } from '../../mail.ts';
import { defineUseCase } from '../../use-case.ts';
import { requiredText } from '../../values/text.ts';
import type { ListingReportStore } from '../listing-report-store.ts';
import type { ReportMailStore } from '../mails/report-mail-store.ts';
import type { ListingObjectionStore } from './objection-store.ts';
import {
  OBJECTION_RESULTS,
  requireUndecided,
  type ListingObjection,
  type ObjectionOutcome,
} from './listing-objection.ts';

interface DecisionStores {
  readonly listings: ListingStore;
  readonly listingObjections: ListingObjectionStore;
  readonly listingReports: ListingReportStore;
  readonly publishers: PublisherStore;
  readonly reportMails: ReportMailStore;
}
type DecidingPorts = { feedChanges: FeedChanges; mail: Mail } & Audited<DecisionStores>;
type Stores = Parameters<Parameters<DecidingPorts['transaction']>[0]>[0];

const input = z.object({
  id: requiredText(64),
  result: z.enum(OBJECTION_RESULTS, `must be one of ${OBJECTION_RESULTS.join(', ')}.`),
  reason: takedownReason,
});

/**
 * Decides on an objection. UPHELD reverses the decision on the listing: that of a publisher shows the listing again unless a later
 * decision hides it, that of a reporter hides the listing and decides its open reports and the other objections of reporters. It can
 * be repeated; another decision on a decided objection is refused with INVALID_PAYLOAD. Throws NOT_FOUND.
 */
export const decideListingObjection = defineUseCase({
  permission: 'operator',
  input,

  async execute(ports: DecidingPorts, operator, { id, result, reason }): Promise<ListingObjection> {
    const objection = await ports.transaction(async (stores) => {
      await stores.listingObjections.lockOfListing(id);
      const found = requireObjection(await stores.listingObjections.find(id));
      if (!requireUndecided(found, { result, reason })) return found;
      const outcome = { result, reason, decidedAt: ports.clock.now() };
      await decide(ports, stores, operator, found, outcome);
      const facts = { result, reason, side: found.side, listing: found.decision.listingId };
      await record(ports, stores, operator, 'decideListingObjection', id, facts);
      return requireObjection(await stores.listingObjections.find(id));
    });
    if (result === 'UPHELD') ports.feedChanges.announce();
    return objection;
  },
});

async function decide(
  ports: DecidingPorts,
  stores: Stores,
  operator: OperatorCaller,
  objection: ListingObjection,
  outcome: ObjectionOutcome,
): Promise<void> {
  const { side, decision } = objection;
  if (side === 'PUBLISHER') return decideOfPublisher(ports, stores, operator, objection, outcome);
  let decided = [objection.id];
  if (outcome.result === 'REJECTED') await stores.listingObjections.decide(objection.id, outcome);
  else {
    const { listingId } = decision;
    decided = await stores.listingObjections.decideOfReporters(listingId, outcome);
    const hiding = newDecision(ports, { listingId, kind: 'HIDE', reason: outcome.reason });
    await stores.listingReports.decide(hiding, 'all of the listing');
    await hideBy(ports, stores, operator, 'hideListing', hiding);
    if (ports.mail.isConfigured)
      await stores.reportMails.queue({ kind: 'DECISION', decisionId: hiding.id }, hiding.decidedAt);
  }
  if (!ports.mail.isConfigured) return;
  for (const objectionId of decided)
    await stores.reportMails.queue({ kind: 'RESULT', objectionId, accountId: null }, outcome.decidedAt);
}

async function decideOfPublisher(
  ports: DecidingPorts,
  stores: Stores,
  operator: OperatorCaller,
  { id: objectionId, decision }: ListingObjection,
  outcome: ObjectionOutcome,
): Promise<void> {
  const { listingId: id } = decision;
  // Locked before it is read which decision hides it.
  const listing = await stores.listings.lock(id);
  const [hiding] = await stores.listingObjections.hidingsOf([id]);
  await stores.listingObjections.decide(objectionId, outcome);
  if (outcome.result === 'UPHELD' && hiding?.decision.id === decision.id)
    await changeHidden(ports, stores, operator, 'unhideListing', { id, reason: null });
  if (!ports.mail.isConfigured) return;
  const accountId = await findAccountOfPublisher(stores, listing?.publisherId ?? null);
  if (accountId !== undefined)
    await stores.reportMails.queue({ kind: 'RESULT', objectionId, accountId }, outcome.decidedAt);
  if (outcome.result === 'UPHELD')
    await stores.reportMails.queue({ kind: 'REVERSAL', decisionId: decision.id }, outcome.decidedAt);
}

function requireObjection(objection: ListingObjection | undefined): ListingObjection {
  if (objection !== undefined) return objection;
  throw new DomainError(
    'NOT_FOUND',
    'There is no objection with this id: take it from the list of objections.',
  );
}
