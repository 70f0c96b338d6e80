import { DomainError } from '../../errors.ts';
import type { ListingDecision, ReportDecision } from '../listing-report.ts';

/** Who objects to a decision: a reporter, or the publisher of the listing. */
export const OBJECTION_SIDES = ['REPORTER', 'PUBLISHER'] as const;
export type ObjectionSide = (typeof OBJECTION_SIDES)[number];

/** What the operator decides on an objection: UPHELD reverses the decision on the listing. */
export const OBJECTION_RESULTS = ['UPHELD', 'REJECTED'] as const;
export type ObjectionResult = (typeof OBJECTION_RESULTS)[number];

/**
 * How it stands with the objection of one side to one decision. NONE: the decision is the one that this side asked for. POSSIBLE and
 * LATE: there is none yet, within and after the time for it. WAITING: the operator has not decided. Then its result.
 */
export const OBJECTION_STATES = ['NONE', 'POSSIBLE', 'LATE', 'WAITING', ...OBJECTION_RESULTS] as const;
export type ObjectionState = (typeof OBJECTION_STATES)[number];

/** The operator's decision on an objection. */
export interface ObjectionOutcome {
  readonly result: ObjectionResult;
  /** For the side that objected; that of UPHELD also for the other side. */
  readonly reason: string;
  readonly decidedAt: Date;
}

/** An objection to a decision on a listing. */
export interface ListingObjection {
  readonly id: string;
  readonly side: ObjectionSide;
  readonly decision: ListingDecision;
  /** The title of the listing; '' when it no longer exists. */
  readonly title: string;
  /** The report of the reporter who objects; null for the publisher. */
  readonly reportId: string | null;
  /** Null once it was purged. */
  readonly text: string | null;
  readonly createdAt: Date;
  /** Null while it waits. */
  readonly outcome: ObjectionOutcome | null;
}

/** How it stands with the objection of one side to one decision, for that side. */
export interface ObjectionStatus {
  readonly state: ObjectionState;
  /** Until when it is possible; null unless it is. */
  readonly until: Date | null;
  readonly objection: ListingObjection | null;
}

/** The longest text of an objection, in characters. */
export const MAX_OBJECTION_TEXT = 2_000;

/** Six months, whichever they are (Regulation (EU) 2022/2065, Article 20(1)). */
export const OBJECTION_DAYS = 184;
const DAY_MS = 86_400_000;

/** The decision that a side can object to: the one that it did not ask for. */
const AGAINST: Readonly<Record<ObjectionSide, ReportDecision>> = { REPORTER: 'DISMISS', PUBLISHER: 'HIDE' };

/** How it stands with the objection of a side to a decision. */
export function objectionStatus(
  side: ObjectionSide,
  decision: Pick<ListingDecision, 'kind' | 'decidedAt'>,
  objection: ListingObjection | undefined,
  now: Date,
): ObjectionStatus {
  const status = (state: ObjectionState, until: Date | null = null) => ({
    state,
    until,
    objection: objection ?? null,
  });
  if (objection !== undefined) return status(objection.outcome?.result ?? 'WAITING');
  if (decision.kind !== AGAINST[side]) return status('NONE');
  const until = objectionEnd(decision.decidedAt);
  return now < until ? status('POSSIBLE', until) : status('LATE');
}

/** Until when an objection to a decision of this time is possible. */
export function objectionEnd(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + OBJECTION_DAYS * DAY_MS);
}

const REFUSALS: Readonly<Record<Exclude<ObjectionState, 'POSSIBLE'>, string>> = {
  NONE: 'The decision is the one that you asked for: there is nothing to object to.',
  LATE: `More than ${OBJECTION_DAYS} days have passed since the decision: it is too late to object.`,
  WAITING: 'You have objected already: wait for the decision of the operator.',
  UPHELD: 'Your objection was upheld already: the decision was reversed.',
  REJECTED: 'Your objection was rejected already. There is one objection to each decision.',
};

/** Whether an objection of this text is the first; false when it was sent already. Throws INVALID_PAYLOAD when none is possible. */
export function isFirstObjection({ state, objection }: ObjectionStatus, text: string): boolean {
  if (state === 'POSSIBLE') return true;
  if (objection?.text === text) return false;
  throw new DomainError('INVALID_PAYLOAD', REFUSALS[state]);
}

/** Whether an objection still waits; false when it was decided in the same way. Throws INVALID_PAYLOAD when it was decided otherwise. */
export function requireUndecided(
  { outcome }: ListingObjection,
  requested: Omit<ObjectionOutcome, 'decidedAt'>,
): boolean {
  if (outcome === null) return true;
  if (outcome.result === requested.result && outcome.reason === requested.reason) return false;
  throw new DomainError(
    'INVALID_PAYLOAD',
    `The objection was decided already, at ${outcome.decidedAt.toISOString()}: ${outcome.result}.`,
  );
}
