import type {
  ListingObjection,
  ObjectionStatus,
} from '../../../core/reports/objections/listing-objection.ts';
import type { ListingObjectionType, ObjectionStatusType } from './objection-types.ts';

/** An objection as the side sees it that objected, or that can object. */
export function presentObjectionStatus({ state, until, objection }: ObjectionStatus): ObjectionStatusType {
  return {
    state,
    until,
    sentAt: objection?.createdAt ?? null,
    resultReason: objection?.outcome?.reason ?? null,
    resultAt: objection?.outcome?.decidedAt ?? null,
  };
}

/** An objection as the operator sees it. */
export function presentObjection({
  decision,
  outcome,
  ...objection
}: ListingObjection): ListingObjectionType {
  const { id, side, title, reportId, text, createdAt } = objection;
  return {
    id,
    side,
    listingId: decision.listingId,
    title,
    reportId,
    decision: decision.kind,
    decisionReason: decision.reason,
    decidedAt: decision.decidedAt,
    text,
    createdAt,
    result: outcome?.result ?? null,
    resultReason: outcome?.reason ?? null,
    resultAt: outcome?.decidedAt ?? null,
  };
}
