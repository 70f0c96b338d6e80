import { METRIC_PREFIX, METRIC_SUBJECTS, type MetricDescription } from './description.ts';
import { METRICS } from './descriptions.ts';

const INTRODUCTION = `# Metrics

What \`/metrics\` shows on the port \`METRICS_PORT\`, in the Prometheus text format. The former name of a metric stays beside it for one
release; \`METRICS_FORMER_NAMES=off\` leaves it out. [operations.md](operations.md#watching) says which ones to watch.
`;

/** All metrics as a Markdown page. */
export function createMetricsPage(): string {
  const all: readonly (readonly [string, MetricDescription])[] = Object.entries(METRICS);
  const sections = METRIC_SUBJECTS.map((subject) => {
    const list = all
      .filter(([, { about }]) => about === subject)
      .map(([name, metric]) => toItem(name, metric));
    return `## ${subject[0]?.toUpperCase()}${subject.slice(1)}\n\n${list.join('\n')}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function toItem(name: string, { kind, help, labels = [], was }: MetricDescription): string {
  const type = kind === 'runtime' ? 'of the process' : kind;
  const by = labels.length === 0 ? '' : ` by ${labels.map((label) => `\`${label}\``).join(', ')}`;
  const former = typeof was === 'object' ? `${was.name}\`, by \`${was.labels.join('`, `')}` : was;
  const formerly = former === undefined ? '' : ` Formerly \`${former}\`.`;
  return `- \`${METRIC_PREFIX}${name}\` (${type}${by}): ${help}${formerly}`;
}
