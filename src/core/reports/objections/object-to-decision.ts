import { z } from 'zod';
import type { RateLimits } from '../../access/rate-limits.ts';
import { requireAllowance } from '../../access/require-allowance.ts';
import type { Clock } from '../../clock.ts';
import { DomainError } from '../../errors.ts';
import type { Ids } from '../../ids.ts';
import type { InTransaction } from '../../transaction.ts';
import { defineUseCase } from '../../use-case.ts';
import type { Digests } from '../../values/digests.ts';
import { requiredLabel } from '../../values/text.ts';
import type { ListingReportStore } from '../listing-report-store.ts';
import { findReportStatus } from '../find-report-status.ts';
import type { ListingObjectionStore } from './objection-store.ts';
import { MAX_OBJECTION_TEXT, isFirstObjection, type ObjectionStatus } from './listing-objection.ts';

interface ObjectingPorts extends InTransaction<{
  listingReports: ListingReportStore;
  listingObjections: ListingObjectionStore;
}> {
  readonly clock: Clock;
  readonly digests: Digests;
  readonly ids: Ids;
  readonly rateLimits: RateLimits;
}

/**
 * A reporter objects to the decision to dismiss the report, by its secret: once, within six months. The same text can be sent again,
 * which changes nothing. Limited by client network. Throws NOT_FOUND, RATE_LIMITED, and INVALID_PAYLOAD when no objection is possible.
 */
export const objectToDecision = defineUseCase({
  permission: 'public',
  input: z.object({
    secret: z.string().max(100, 'is not a secret of a report.'),
    text: requiredLabel(MAX_OBJECTION_TEXT),
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(ports: ObjectingPorts, _caller, { secret, text, network }): Promise<ObjectionStatus> {
    const { clock, digests, ids, rateLimits } = ports;
    requireAllowance(await rateLimits.consume('listing-objection-by-network', network));
    return ports.transaction(async (stores) => {
      const now = clock.now();
      const found = await findReportStatus(stores, digests.sha256(secret), now);
      if (found === undefined)
        throw new DomainError(
          'NOT_FOUND',
          'There is no report with this secret: open the page of your report.',
        );
      const { decision, id: reportId } = found.report;
      if (decision === null || found.objection === null)
        throw new DomainError('INVALID_PAYLOAD', 'The operator has not decided on the report yet.');
      if (!isFirstObjection(found.objection, text)) return found.objection;
      const id = ids.next('obj');
      const added = { id, side: 'REPORTER' as const, decision, reportId, text, createdAt: now };
      const isFirst = await stores.listingObjections.add(added);
      const after = await findReportStatus(stores, digests.sha256(secret), now);
      const status = after?.objection ?? found.objection;
      // Another request of this moment was first.
      if (!isFirst) isFirstObjection(status, text);
      return status;
    });
  },
});
