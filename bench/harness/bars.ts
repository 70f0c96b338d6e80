import type { Round } from './contest.ts';

/** What the product must reach against the best of some contenders in the same rounds. */
export interface Bar {
  readonly level: 'must' | 'stretch';
  readonly against: readonly string[];
  readonly atLeast: number;
}

export interface BarResult extends Bar {
  /** The contender's CPU time for a request, divided by the product's; this decides. */
  readonly reachedByCpu: number;
  /** The product's requests per second, divided by the contender's. */
  readonly reachedByRequests: number;
  readonly held: boolean;
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: medianOf(values), max: Math.max(...values) };
}

/** Ratios are taken within each round, then their median: above 1 means better than `other`. */
export function compare(
  rounds: readonly Round[],
  other: readonly Round[],
): { cpu: number; requests: number } {
  const pairs = rounds.flatMap((round, index) => {
    const opposite = other[index];
    return opposite ? [[round, opposite] as const] : [];
  });
  return {
    cpu: medianOf(pairs.map(([one, two]) => two.cpuMicros / one.cpuMicros)),
    requests: medianOf(pairs.map(([one, two]) => one.requestsPerSecond / two.requestsPerSecond)),
  };
}

/** Judges a bar by CPU time against the contender that is hardest to beat; undefined when one is missing. */
export function judge(
  bar: Bar,
  subject: string,
  results: ReadonlyMap<string, readonly Round[]>,
): BarResult | undefined {
  const own = results.get(subject);
  const others = bar.against.map((name) => results.get(name));
  if (own === undefined || others.includes(undefined)) return undefined;
  const ratios = others.map((rounds) => compare(own, rounds ?? []));
  const reachedByCpu = Math.min(...ratios.map(({ cpu }) => cpu));
  const reachedByRequests = Math.min(...ratios.map(({ requests }) => requests));
  return { ...bar, reachedByCpu, reachedByRequests, held: reachedByCpu >= bar.atLeast };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
