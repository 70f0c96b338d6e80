import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRIC_PREFIX, type MetricDescription } from './description.ts';
import { METRICS, type MetricName } from './descriptions.ts';

type OfKind<Kind extends MetricDescription['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
type LabelOf<Name extends MetricName> = (typeof METRICS)[Name] extends {
  readonly labels: readonly (infer Label extends string)[];
}
  ? Label
  : never;

/** The metrics of a process, each created from its description when it is first asked for. */
export interface Instruments {
  counter<Name extends OfKind<'counter'>>(name: Name): Counter<LabelOf<Name>>;
  gauge<Name extends OfKind<'gauge'>>(name: Name): Gauge<LabelOf<Name>>;
  /** Takes the labels of the histogram and of its former one. */
  histogram(name: OfKind<'histogram'>): (labels: Readonly<Record<string, string>>, value: number) => void;
  /** Called before the values are read; a failure leaves the last values. */
  beforeText(read: () => Promise<void> | void): void;
  /** The Prometheus text format; with the names of the last release too when `formerNames`. */
  text(formerNames: boolean): Promise<string>;
  readonly contentType: string;
}

export function createInstruments(): Instruments {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readers: (() => Promise<void> | void)[] = [];
  const all = Object.fromEntries(
    Object.entries(METRICS).flatMap(([name, description]) => {
      const created = create(registry, name, description);
      return created === undefined ? [] : [[name, created]];
    }),
  );
  // Each has the type of its description.
  const find = (name: string) => all[name] as never;
  return {
    counter: find,
    gauge: find,
    histogram: (name) => observeBoth(registry, name, find(name)),
    beforeText: (read) => void readers.push(read),
    async text(formerNames) {
      await Promise.all(readers.map(async (read) => read()).map((done) => done.catch(() => undefined)));
      return nameAll(await registry.metrics(), formerNames);
    },
    contentType: registry.contentType,
  };
}

/** Undefined for a metric that prom-client has. */
function create(registry: Registry, name: string, { kind, help, labels = [], buckets }: MetricDescription) {
  const options = { name: METRIC_PREFIX + name, help, labelNames: [...labels], registers: [registry] };
  switch (kind) {
    case 'counter':
      return new Counter(options);
    case 'gauge':
      return new Gauge(options);
    case 'histogram':
      return new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) });
    case 'runtime':
      return undefined;
  }
}

function observeBoth(registry: Registry, name: MetricName, histogram: Histogram) {
  const { was, labels = [] }: MetricDescription = METRICS[name];
  const former =
    typeof was === 'object'
      ? new Histogram({
          ...was,
          labelNames: [...was.labels],
          buckets: [...was.buckets],
          registers: [registry],
        })
      : undefined;
  const formerLabels = typeof was === 'object' ? was.labels : [];
  return (given: Readonly<Record<string, string>>, value: number) => {
    histogram.observe(pick(given, labels), value);
    former?.observe(pick(given, formerLabels), value);
  };
}

function pick(given: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) picked[name] = given[name] ?? '';
  return picked;
}

const entries: readonly (readonly [string, MetricDescription])[] = Object.entries(METRICS);
const FORMER = new Map(
  entries.flatMap(([name, { was, formerLabels = {} }]) =>
    typeof was === 'string'
      ? [[METRIC_PREFIX + name, { name: was, labels: Object.entries(formerLabels) }]]
      : [],
  ),
);
const OF_RUNTIME = new Map(
  entries.flatMap(([name, { kind, was }]) =>
    kind === 'runtime' && typeof was === 'string' ? [[was, METRIC_PREFIX + name]] : [],
  ),
);

/** Every block of the text under its present name, and under its former one. */
function nameAll(text: string, formerNames: boolean): string {
  const blocks = text
    .trimEnd()
    .split('\n\n')
    .flatMap((block) => {
      const [, , name = '', type] = /^# HELP (\S+) .*\n# TYPE (\S+) (\S+)/.exec(block) ?? [];
      const present = OF_RUNTIME.get(name) ?? (name.startsWith(METRIC_PREFIX) ? name : undefined);
      const shown = present === undefined ? [] : [rename(block, name, present)];
      const former = present === undefined ? { name, labels: [] } : FORMER.get(present);
      // A gauge whose name says that it is a counter is refused by promtool.
      const isMisnamed = type === 'gauge' && name.endsWith('_total');
      if (!formerNames || former === undefined || isMisnamed) return shown;
      return [...shown, rename(block, name, former.name, former.labels)];
    });
  return `${blocks.join('\n\n')}\n`;
}

function rename(
  block: string,
  from: string,
  to: string,
  labels: readonly (readonly [label: string, former: string])[] = [],
): string {
  if (from === to) return block;
  return block
    .split('\n')
    .map((line) => {
      const at = line.startsWith('# ') ? '# HELP '.length : 0;
      const named = line.slice(0, at) + to + line.slice(at + from.length);
      return labels.reduce((text, [label, former]) => text.replace(`{${label}=`, `{${former}=`), named);
    })
    .join('\n');
}
