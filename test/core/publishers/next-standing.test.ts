import { describe, expect, it } from '@jest/globals';
import { nextStanding } from '../../../src/core/publishers/domains/next-standing.ts';
import {
  stateOf,
  type DomainFinding,
  type DomainResult,
  type DomainStanding,
  type DomainWay,
} from '../../../src/core/publishers/domains/publisher-domain.ts';

const START = Date.UTC(2026, 10, 1);
const DAY_MS = 86_400_000;
const at = (days: number) => new Date(START + days * DAY_MS);
const PENDING: DomainStanding = { provenAt: null, provenBy: null, checkedAt: null, trouble: null };

const failed = (dns: DomainResult, file: DomainResult): DomainFinding => ({
  provenBy: null,
  dns: { result: dns, found: null },
  file: { result: file, found: null },
});
const GONE = failed('NOT_FOUND', 'NOT_FOUND');
const SILENT = failed('NO_ANSWER', 'NO_ANSWER');

/** The days after which a domain that was proven on day 0 is lost, when these findings come at these days. */
function lostOn(
  checks: readonly (readonly [days: number, finding: DomainFinding])[],
  provenBy: DomainWay = 'DNS',
): number | undefined {
  let standing: DomainStanding = nextStanding(PENDING, { provenBy }, at(0));
  for (const [days, finding] of checks) {
    standing = nextStanding(standing, finding, at(days));
    if (stateOf(standing) !== 'PROVEN') return days;
  }
  return undefined;
}

describe('The standing of a domain', () => {
  it('is pending before the first check, and failed after one that finds no token', () => {
    expect(stateOf(PENDING)).toBe('PENDING');
    const standing = nextStanding(PENDING, GONE, at(0));
    expect(stateOf(standing)).toBe('FAILED');
    expect(standing).toMatchObject({ checkAt: null, trouble: { at: at(0), since: at(0), missingChecks: 1 } });
  });

  it('is proven by a token, from then on, and checked again after a day', () => {
    const first = nextStanding(nextStanding(PENDING, GONE, at(0)), { provenBy: 'FILE' }, at(1));
    expect(first).toEqual({
      provenAt: at(1),
      provenBy: 'FILE',
      checkedAt: at(1),
      trouble: null,
      checkAt: at(2),
    });
    const second = nextStanding(first, { provenBy: 'DNS' }, at(2));
    expect(second).toMatchObject({ provenAt: at(1), provenBy: 'DNS', checkedAt: at(2), checkAt: at(3) });
  });

  it('stays proven after a failed check, which is repeated after six hours', () => {
    const proven = nextStanding(PENDING, { provenBy: 'DNS' }, at(0));
    const next = nextStanding(proven, GONE, at(1));
    expect(next).toMatchObject({ provenAt: at(0), checkedAt: at(0), checkAt: at(1.25) });
  });

  it('is lost when three checks over three days found the token gone', () => {
    expect(lostOn([0.25, 0.5, 1, 2, 3, 3.25].map((days) => [days, GONE]))).toBe(3.25);
    // Long after the first check that failed, as after a time without checks.
    expect(lostOn([0.25, 20].map((days) => [days, GONE]))).toBeUndefined();
    expect(lostOn([0.25, 20, 20.25].map((days) => [days, GONE]))).toBe(20.25);
  });

  it('is not lost by a failure of the DNS that is over within a month', () => {
    expect(lostOn(Array.from({ length: 116 }, (_none, index) => [1 + index / 4, SILENT]))).toBeUndefined();
    expect(lostOn(Array.from({ length: 130 }, (_none, index) => [1 + index / 4, SILENT]))).toBe(31);
    expect(
      lostOn([
        [1, GONE],
        [2, SILENT],
        [4, SILENT],
        [6, SILENT],
      ]),
    ).toBeUndefined();
  });

  it('counts anew after the token was found again', () => {
    expect(
      lostOn([
        [1, GONE],
        [2, GONE],
        [3, { provenBy: 'DNS' }],
        [4.5, GONE],
        [5, GONE],
      ]),
    ).toBeUndefined();
  });

  it.each([
    ['DNS', failed('NOT_FOUND', 'NO_ANSWER'), failed('NO_ANSWER', 'NOT_FOUND')],
    ['FILE', failed('NO_ANSWER', 'OTHER_TEXT'), failed('NOT_FOUND', 'NO_ANSWER')],
  ] as const)('is lost where the token is gone from the %s that proved it', (provenBy, gone, silent) => {
    const days = [1, 2, 4];
    expect(
      lostOn(
        days.map((day) => [day, gone]),
        provenBy,
      ),
    ).toBe(4);
    expect(
      lostOn(
        days.map((day) => [day, silent]),
        provenBy,
      ),
    ).toBeUndefined();
  });
});
