import type { Verdict } from './load/verify.ts';
import type { Fault } from './faults/fault.ts';

/** A row of the report. */
export interface Outcome extends Verdict {
  readonly fault: Fault;
  readonly requests: number;
  /** Why requests failed, with how often. */
  readonly failures: ReadonlyMap<string, number>;
  readonly recoverySeconds: number;
  /** The alerts that fired, with the seconds from the fault. */
  readonly alerts: ReadonlyMap<string, number>;
}

const MOST_RECOVERY_SECONDS = 15;
const MOST_ALERT_SECONDS = 120;

/** What an outcome breaks; empty when all is well. */
export function findBreaches(outcome: Outcome): readonly string[] {
  const { fault, lost, doubled, unanswered, recoverySeconds, alerts } = outcome;
  const fired = fault.alert === undefined ? 0 : (alerts.get(fault.alert) ?? Infinity);
  return [
    ...lost.map((each) => `lost: ${each}`),
    ...doubled.map((each) => `doubled: ${each}`),
    ...unanswered.map((each) => `never answered: ${each}`),
    ...(recoverySeconds > MOST_RECOVERY_SECONDS ? [`recovered after ${recoverySeconds.toFixed(1)} s`] : []),
    ...(fired > MOST_ALERT_SECONDS ? [`${fault.alert} did not fire within ${MOST_ALERT_SECONDS} s`] : []),
  ];
}

const HEADINGS = ['fault', 'requests', 'lost', 'doubled', 'failed', 'recovery', 'alert'];

/** The table in Markdown. */
export function toTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ fault, requests, lost, doubled, failures, recoverySeconds, alerts }) => [
    fault.what,
    String(requests),
    String(lost.length),
    String(doubled.length),
    String([...failures.values()].reduce((sum, count) => sum + count, 0)),
    `${recoverySeconds.toFixed(1)} s ${fault.counted}`,
    [...alerts].map(([name, seconds]) => `${name} (${Math.round(seconds)} s)`).join(', ') || 'none',
  ]);
  const all = [HEADINGS, HEADINGS.map(() => '---'), ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
