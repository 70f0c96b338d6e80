import { compare, judge, spreadOf, type Bar, type BarResult } from './bars.ts';
import { runContest, type Contender, type Settings } from './contest.ts';
import { PRODUCT } from './servers/contenders.ts';

/** One workload of the comparison. */
export interface Row {
  readonly number: number;
  readonly title: string;
  run(settings: Settings, log: (message: string) => void): Promise<RowResult>;
}

/** The results of a row: facts for the file, lines for the reader. */
export interface RowResult {
  readonly facts: Readonly<Record<string, unknown>>;
  /** The first line names the columns. */
  readonly table: readonly (readonly string[])[];
  readonly remarks: readonly string[];
}

export interface ContestRow {
  readonly number: number;
  readonly title: string;
  /** The contender that the others are compared with. */
  readonly reference: string;
  readonly contenders: () => Promise<readonly Contender[]>;
  readonly bars: readonly Bar[];
  readonly leastWarmUpRequests?: number;
  readonly cleanUp?: () => Promise<void>;
}

/** A row in which contenders answer the same requests; CPU time per request decides. */
export function contestRow(row: ContestRow): Row {
  const { number, title, reference, contenders, bars, leastWarmUpRequests, cleanUp } = row;
  return {
    number,
    title,
    async run(settings, log) {
      const results = await contest();
      const base = results.get(reference) ?? [];
      const measured = [...results].map(([name, rounds]) => ({
        name,
        cpuMicros: spreadOf(rounds.map((round) => round.cpuMicros)),
        requestsPerSecond: spreadOf(rounds.map((round) => round.requestsPerSecond)),
        toReference: compare(rounds, base),
        rounds,
      }));
      const judged = bars.map((bar) => ({ bar, result: judge(bar, PRODUCT, results) }));
      return {
        facts: { reference, contenders: measured, bars: judged.map(({ bar, result }) => result ?? bar) },
        table: [
          [
            'contender',
            'CPU µs/request min/median/max',
            'requests/s min/median/max',
            '× by CPU',
            '× by req/s',
          ],
          ...measured.map(({ name, cpuMicros, requestsPerSecond, toReference }) => [
            name === reference ? `${name} (reference)` : name,
            [cpuMicros.min, cpuMicros.median, cpuMicros.max].map((value) => value.toFixed(1)).join(' / '),
            [requestsPerSecond.min, requestsPerSecond.median, requestsPerSecond.max]
              .map((value) => value.toFixed(0))
              .join(' / '),
            toReference.cpu.toFixed(3),
            toReference.requests.toFixed(3),
          ]),
        ],
        remarks: judged.map(({ bar, result }) => describe(bar, result)),
      };

      async function contest() {
        try {
          const warmUp = leastWarmUpRequests === undefined ? {} : { leastWarmUpRequests };
          return await runContest(await contenders(), { ...settings, ...warmUp }, log);
        } finally {
          await cleanUp?.();
        }
      }
    },
  };
}

function describe({ level, against, atLeast }: Bar, result: BarResult | undefined): string {
  const wanted = `${level} ≥ ${atLeast} × ${against.length > 1 ? `the best of ${against.join(', ')}` : against[0]}`;
  if (result === undefined) return `${wanted}: not measured`;
  const reached = `${result.reachedByCpu.toFixed(2)} by CPU, ${result.reachedByRequests.toFixed(2)} by requests/s`;
  return `${wanted}: ${result.held ? 'held' : 'MISSED'} (${reached})`;
}
