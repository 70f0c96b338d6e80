import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '../../../src/core/errors.ts';
import {
  OBJECTION_DAYS,
  OBJECTION_RESULTS,
  OBJECTION_SIDES,
  objectionStatus,
  isFirstObjection,
  requireUndecided,
  type ListingObjection,
  type ObjectionOutcome,
  type ObjectionSide,
  type ObjectionState,
} from '../../../src/core/reports/objections/listing-objection.ts';
import { REPORT_DECISIONS, type ReportDecision } from '../../../src/core/reports/listing-report.ts';

const TEXT = 'It is not so.';
const DECIDED = new Date('2026-03-01T12:00:00.000Z');
const after = (days: number, milliseconds = 0) =>
  new Date(DECIDED.getTime() + days * 86_400_000 + milliseconds);
const decisionOf = (kind: ReportDecision) => ({
  id: 'dcn_1',
  listingId: 'lst_1',
  kind,
  reason: 'Seen',
  decidedAt: DECIDED,
});
const objectionOf = (
  side: ObjectionSide,
  kind: ReportDecision,
  outcome: ObjectionOutcome | null = null,
): ListingObjection => ({
  id: 'obj_1',
  side,
  decision: decisionOf(kind),
  title: 'A lantern',
  reportId: side === 'REPORTER' ? 'rpt_1' : null,
  text: TEXT,
  createdAt: after(1),
  outcome,
});
const outcomeOf = (result: ObjectionOutcome['result']): ObjectionOutcome => ({
  result,
  reason: 'Looked again.',
  decidedAt: after(2),
});
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as DomainError).code;
  }
};

const AGAINST = { REPORTER: 'DISMISS', PUBLISHER: 'HIDE' } as const;
const ALL = OBJECTION_SIDES.flatMap((side) => REPORT_DECISIONS.map((kind) => ({ side, kind })));

describe('an objection to a decision', () => {
  it.each(ALL)(
    'is possible for the $side to $kind only against what the side did not ask for',
    ({ side, kind }) => {
      const isPossible = AGAINST[side] === kind;
      const status = objectionStatus(side, decisionOf(kind), undefined, DECIDED);
      expect(status).toEqual({
        state: isPossible ? 'POSSIBLE' : 'NONE',
        until: isPossible ? after(OBJECTION_DAYS) : null,
        objection: null,
      });
      expect(codeOf(() => isFirstObjection(status, TEXT))).toBe(isPossible ? undefined : 'INVALID_PAYLOAD');
    },
  );

  it('is possible for at least six months, and not a moment longer than said', () => {
    const stateAt = (now: Date) => objectionStatus('PUBLISHER', decisionOf('HIDE'), undefined, now).state;
    const sixMonths = new Date(DECIDED);
    sixMonths.setUTCMonth(sixMonths.getUTCMonth() + 6);
    expect(after(OBJECTION_DAYS) >= sixMonths).toBe(true);
    expect(stateAt(after(OBJECTION_DAYS, -1))).toBe('POSSIBLE');
    expect(stateAt(after(OBJECTION_DAYS))).toBe('LATE');
  });

  it.each(OBJECTION_SIDES)(
    'is one for the %s: after it there is no second of another text, whatever comes of it',
    (side) => {
      const kind = AGAINST[side];
      const states: readonly (readonly [ObjectionState, ObjectionOutcome | null])[] = [
        ['WAITING', null],
        ['UPHELD', outcomeOf('UPHELD')],
        ['REJECTED', outcomeOf('REJECTED')],
      ];
      for (const [state, outcome] of states) {
        // Also when the time for objections has passed.
        for (const now of [after(3), after(1_000)]) {
          const status = objectionStatus(side, decisionOf(kind), objectionOf(side, kind, outcome), now);
          expect(status).toMatchObject({ state, until: null });
          expect(isFirstObjection(status, TEXT)).toBe(false);
          expect(codeOf(() => isFirstObjection(status, 'Another text.'))).toBe('INVALID_PAYLOAD');
        }
      }
    },
  );

  it('is decided once: the same decision repeats it, and any other is refused', () => {
    for (const first of OBJECTION_RESULTS) {
      const waiting = objectionOf('PUBLISHER', 'HIDE');
      const requested = { result: first, reason: 'Looked again.' };
      expect(requireUndecided(waiting, requested)).toBe(true);
      const decided = objectionOf('PUBLISHER', 'HIDE', outcomeOf(first));
      expect(requireUndecided(decided, requested)).toBe(false);
      expect(codeOf(() => requireUndecided(decided, { ...requested, reason: 'Another' }))).toBe(
        'INVALID_PAYLOAD',
      );
      for (const other of OBJECTION_RESULTS.filter((result) => result !== first))
        expect(codeOf(() => requireUndecided(decided, { ...requested, result: other }))).toBe(
          'INVALID_PAYLOAD',
        );
    }
  });
});
