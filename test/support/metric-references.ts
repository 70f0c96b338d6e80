import { METRIC_PREFIX, type MetricDescription } from '../../src/adapters/http/metrics/description.ts';
import { METRICS } from '../../src/adapters/http/metrics/descriptions.ts';

// Labels that Prometheus gives each series, the bound of a bucket, and what label_replace writes.
const COMMON: ReadonlySet<string> = new Set(['instance', 'job', 'le']);
const DESCRIPTIONS: Readonly<Record<string, MetricDescription>> = METRICS;

/** The metrics of a gateway that an expression of PromQL names; `_bucket`, `_sum` and `_count` are left out. */
export function metricsIn(expression: string): string[] {
  const names = expression.match(/\bgiveaways_\w+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))];
}

/** The labels of matchers and of `by (…)` in an expression that no metric of it has. */
export function unknownLabelsIn(expression: string): string[] {
  const known = new Set(
    metricsIn(expression).flatMap((name) => DESCRIPTIONS[name.slice(METRIC_PREFIX.length)]?.labels ?? []),
  );
  const matched = [...expression.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label ?? '');
  const grouped = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, labels]) =>
    (labels ?? '').split(/,\s*/),
  );
  return [...matched, ...grouped].filter((label) => label !== '' && !known.has(label) && !COMMON.has(label));
}
