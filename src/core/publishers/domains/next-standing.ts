import type { DomainFinding, DomainStanding, DomainTrouble } from './publisher-domain.ts';

const DAY_MS = 86_400_000;
/** A proven domain is lost when so many checks over so much time found the token gone. */
export const LOST_AFTER_CHECKS = 3;
export const LOST_AFTER_DAYS = 3;
/** A domain without any response is lost later: its servers may be out of order. */
export const SILENT_AFTER_DAYS = 30;
const NEXT_MS = DAY_MS;
const RETRY_MS = DAY_MS / 4;

type NextStanding = DomainStanding & {
  /** When a proven domain is checked again; null for others, which their publishers have checked. */
  readonly checkAt: Date | null;
};

/**
 * The standing of a domain after a check. A proven domain is checked daily, and four times a day while checks fail. One that
 * was not proven before is not proven after a failed check.
 */
export function nextStanding(before: DomainStanding, finding: DomainFinding, now: Date): NextStanding {
  if (finding.provenBy !== null) {
    const { provenBy } = finding;
    const provenAt = before.provenAt ?? now;
    return { provenAt, provenBy, checkedAt: now, trouble: null, checkAt: after(now, NEXT_MS) };
  }
  const trouble = nextTrouble(before, finding, now);
  if (before.provenAt === null || isLost(trouble, now))
    return { provenAt: null, provenBy: null, checkedAt: before.checkedAt, trouble, checkAt: null };
  return { ...before, trouble, checkAt: after(now, RETRY_MS) };
}

function nextTrouble(
  { provenBy, trouble }: DomainStanding,
  { dns, file }: Exclude<DomainFinding, { readonly provenBy: 'DNS' | 'FILE' }>,
  now: Date,
): DomainTrouble {
  // The token is gone where it was, whether the other way answers or not.
  const isMissing = (provenBy === 'FILE' ? file : dns).result !== 'NO_ANSWER';
  return {
    at: now,
    since: trouble?.since ?? now,
    missingSince: trouble?.missingSince ?? (isMissing ? now : null),
    missingChecks: (trouble?.missingChecks ?? 0) + (isMissing ? 1 : 0),
    dns,
    file,
  };
}

function isLost({ since, missingSince, missingChecks }: DomainTrouble, now: Date): boolean {
  const daysSince = (instant: Date) => (now.getTime() - instant.getTime()) / DAY_MS;
  const isGone =
    missingSince !== null && missingChecks >= LOST_AFTER_CHECKS && daysSince(missingSince) >= LOST_AFTER_DAYS;
  return isGone || daysSince(since) >= SILENT_AFTER_DAYS;
}

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
