/** What a metric is: everything that its text at /metrics, the documents, dashboards and alerts derive from. */
export interface MetricDescription {
  /** `runtime`: of the process, read by prom-client under its former name. */
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'runtime';
  readonly about: MetricSubject;
  /** A sentence, with the unit where the name has none. */
  readonly help: string;
  /** Each has few values, whatever clients send. */
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
  /** The name of the last release; with labels and buckets of its own where those changed. */
  readonly was?: string | FormerHistogram;
  /** The names that labels had under that name, where they were others. */
  readonly formerLabels?: Readonly<Record<string, string>>;
}

/** A histogram of the last release. */
export interface FormerHistogram {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[];
}

/** What a metric tells about, in the order of the documents. */
export const METRIC_SUBJECTS = ['service', 'requests', 'storage', 'chain', 'work', 'process'] as const;
export type MetricSubject = (typeof METRIC_SUBJECTS)[number];

/** All names at /metrics begin with it. */
export const METRIC_PREFIX = 'giveaways_';
