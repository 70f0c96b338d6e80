import { spreadOf } from '../harness/bars.ts';
import { isChosen } from '../harness/chosen.ts';
import type { Row, RowResult } from '../harness/row.ts';
import type { ChainContender, ChainRound, ChainSettings } from './contender.ts';

/** What the product must reach: changes per second, milliseconds of CPU time per change, or milliseconds to a response. */
export interface ChainBar {
  readonly level: 'must' | 'stretch';
  readonly contender: string;
  readonly figure: keyof typeof WORDS;
  readonly limit: number;
}

export interface ChainRow {
  readonly number: number;
  readonly title: string;
  readonly contenders: () => readonly ChainContender[];
  readonly settings: Omit<ChainSettings, 'seconds'> & { readonly leastSeconds: number };
  readonly bars: readonly ChainBar[];
  /** The contender that the others are compared with. */
  readonly reference: string;
}

/** A row that measures changes on a chain; contenders take turns. */
export function chainRow(row: ChainRow): Row {
  const { number, title, contenders, settings, bars, reference } = row;
  return {
    number,
    title,
    async run({ rounds, seconds }, log) {
      const chosen = contenders().filter(({ name }) => isChosen(name));
      const results = new Map<string, ChainRound[]>(chosen.map(({ name }) => [name, []]));
      for (let round = 1; round <= rounds; round += 1) {
        for (const contender of chosen) {
          const measured = await contender.measure({
            ...settings,
            seconds: Math.max(seconds, settings.leastSeconds),
          });
          results.get(contender.name)?.push(measured);
          log(`round ${round}: ${contender.name} ${describeRound(measured)}`);
        }
      }
      return toResult(results, bars, reference);
    },
  };
}

function describeRound({
  perSecond,
  acceptedPerSecond,
  cpuMillis,
  nodeCpuMillis,
  latency,
  failed,
  failure,
  disturbance,
}: ChainRound) {
  const failures = failed > 0 ? `, ${failed} failed (${failure})` : '';
  const accepted = acceptedPerSecond === undefined ? '' : ` (${acceptedPerSecond.toFixed(1)}/s accepted)`;
  return `${perSecond.toFixed(1)}/s${accepted}, CPU ${cpuMillis.toFixed(2)} ms (node ${nodeCpuMillis.toFixed(2)}), p50 ${latency.p50.toFixed(0)} ms, p99 ${latency.p99.toFixed(0)} ms${failures}, disturbed ${disturbance.toFixed(2)}`;
}

function toResult(
  results: ReadonlyMap<string, readonly ChainRound[]>,
  bars: readonly ChainBar[],
  reference: string,
): RowResult {
  const spread = (rounds: readonly ChainRound[], figure: (round: ChainRound) => number) =>
    spreadOf(rounds.map(figure));
  const base = results.get(reference);
  const measured = [...results].map(([name, rounds]) => ({
    name,
    perSecond: spread(rounds, (round) => round.perSecond),
    acceptedPerSecond: rounds.some((round) => round.acceptedPerSecond !== undefined)
      ? spread(rounds, (round) => round.acceptedPerSecond ?? Number.NaN)
      : undefined,
    cpuMillis: spread(rounds, (round) => round.cpuMillis),
    nodeCpuMillis: spread(rounds, (round) => round.nodeCpuMillis),
    p50: spread(rounds, ({ latency }) => latency.p50),
    p99: spread(rounds, ({ latency }) => latency.p99),
    failed: spread(rounds, (round) => round.failed),
    ...(base && {
      toReference:
        spread(rounds, (round) => round.perSecond).median / spread(base, (round) => round.perSecond).median,
    }),
    rounds,
  }));
  const judged = bars.map((bar) => {
    const found = measured.find(({ name }) => name === bar.contender);
    if (found === undefined) return { ...bar, reached: undefined, held: undefined };
    const reached = bar.figure === 'failed' ? found.failed.max : found[bar.figure]?.median;
    if (reached === undefined) return { ...bar, reached, held: undefined };
    const isRate = bar.figure === 'perSecond' || bar.figure === 'acceptedPerSecond';
    return { ...bar, reached, held: isRate ? reached >= bar.limit : reached <= bar.limit };
  });
  const tellsAccepted = measured.some(({ acceptedPerSecond }) => acceptedPerSecond !== undefined);
  const three = ({ min, median, max }: { min: number; median: number; max: number }, digits: number) =>
    [min, median, max].map((value) => value.toFixed(digits)).join(' / ');
  return {
    facts: { reference, contenders: measured, bars: judged },
    table: [
      [
        'contender',
        'changes/s min/median/max',
        ...(tellsAccepted ? ['accepted/s'] : []),
        'CPU ms/change',
        'node CPU ms',
        'p50 ms',
        'p99 ms',
        'failed',
        `× ${reference}`,
      ],
      ...measured.map((contender) => [
        contender.name,
        three(contender.perSecond, 1),
        ...(tellsAccepted ? [contender.acceptedPerSecond?.median.toFixed(1) ?? ''] : []),
        three(contender.cpuMillis, 2),
        contender.nodeCpuMillis.median.toFixed(2),
        contender.p50.median.toFixed(0),
        contender.p99.median.toFixed(0),
        String(contender.failed.max),
        contender.toReference?.toFixed(1) ?? '',
      ]),
    ],
    remarks: judged.map(({ level, contender, figure, limit, reached, held }) => {
      const wanted = `${level} ${contender}: ${WORDS[figure]} ${limit}`;
      return reached === undefined
        ? `${wanted}: not measured`
        : `${wanted}: ${held ? 'held' : 'MISSED'} (${reached.toFixed(2)})`;
    }),
  };
}

const WORDS = {
  perSecond: 'changes/s ≥',
  acceptedPerSecond: 'accepted/s ≥',
  cpuMillis: 'CPU ms/change ≤',
  p50: 'p50 ms ≤',
  failed: 'failures ≤',
} as const;
