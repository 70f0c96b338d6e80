import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { METRIC_PREFIX } from '../../src/adapters/http/metrics/description.ts';
import { METRICS } from '../../src/adapters/http/metrics/descriptions.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { metricsIn, unknownLabelsIn } from '../support/metric-references.ts';
import { PROMTOOL, runPromtool, runPromtoolOn } from '../support/promtool.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const RULES = 'deploy/prometheus/alerts.yaml';
const TESTS = 'deploy/prometheus/tests';
const DASHBOARDS = 'deploy/grafana';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
}

const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboards = readdirSync(DASHBOARDS).map(
  (file) => [file, JSON.parse(readFileSync(`${DASHBOARDS}/${file}`, 'utf8')) as Dashboard] as const,
);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`${file}: ${title}`, expr] as const)),
  ),
];

/** What the commands of a text search the log for. */
const searched = (text: string) =>
  [...text.matchAll(/^journalctl .*\| grep "?(.+?)"? \|/gm)].map(([, words]) => words ?? '');

const gateway = sharedByTests(startGateway);

describe('alerts and dashboards', () => {
  it.each(expressions)('%s names metrics of a scrape, with labels that they have', async (_name, expr) => {
    const names = metricsIn(expr);
    const text = await gateway.metrics();
    expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    // label_replace writes the label of the parts.
    expect(unknownLabelsIn(expr)).toEqual([]);
    expect(names.length + Number(expr.startsWith('up{'))).toBeGreaterThan(0);
  });

  it('sees a metric that does not exist, and a label that a metric does not have', () => {
    expect(metricsIn('rate(giveaways_absent_total[5m])')).toEqual(['giveaways_absent_total']);
    expect(unknownLabelsIn('sum by (colour) (giveaways_subscriptions{shape="round"})')).toEqual([
      'shape',
      'colour',
    ]);
  });

  it('show every metric except those of single counters of the process', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => metricsIn(expr)));
    const hidden = Object.keys(METRICS).filter((name) => !shown.has(METRIC_PREFIX + name));
    expect(hidden).toEqual(['service_part_ok', 'process_start_time_seconds', 'nodejs_external_memory_bytes']);
  });
});

describe('each alert', () => {
  const runbooks = readFileSync('docs/runbooks.md', 'utf8');
  const logged = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/\b(?:warn|error)\(.*?\);?$/gms)])
    .map(([call]) => call);

  it.each(rules)(
    '$alert has a severity, a test, and a runbook with a command',
    ({ alert, labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels['severity']);
      expect(annotations['runbook']).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      const [, section = ''] = runbooks.split(`\n## ${alert}\n`);
      expect(section.split('\n## ')[0]).toMatch(/```sh\n\S[^`]*\n```/);
      expect(readFileSync(`${TESTS}/${alert}.yaml`, 'utf8')).toContain(`alertname: ${alert}\n`);
    },
  );

  it.each(searched(runbooks))('has a runbook that searches the log for "%s", which is logged', (text) => {
    expect(logged.filter((call) => call.includes(text))).not.toEqual([]);
  });

  it('is the only reason for a test file and for a section', () => {
    const names = rules.map(({ alert }) => alert).toSorted();
    expect(readdirSync(TESTS).map((file) => file.replace('.yaml', ''))).toEqual(names);
    expect([...runbooks.matchAll(/^## (.*)$/gm)].map(([, name]) => name ?? '').toSorted()).toEqual(names);
  });
});

describe('each dashboard', () => {
  it.each(dashboards)('%s has panels with ids of their own that do not overlap', (file, { uid, panels }) => {
    expect(uid).toBe(`giveaways-${file.replace('.json', '')}`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describeWith(PROMTOOL, 'promtool is not installed', 'promtool', () => {
  it('accepts the rules', async () => {
    expect(await runPromtool(['check', 'rules', RULES])).toMatchObject({ isOk: true });
  });

  it('finds that each alert fires when it should, and else does not', async () => {
    const files = readdirSync(TESTS).map((file) => `${TESTS}/${file}`);
    const { isOk, output } = await runPromtool(['test', 'rules', ...files]);
    expect(isOk ? '' : output).toBe('');
    expect(output.match(/SUCCESS/g)).toHaveLength(rules.length);
  });

  it('can read the expressions of the dashboards', async () => {
    const read = expressions.map(([, expr], index) => ({
      record: `read:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const document = { groups: [{ name: 'read', rules: read }] };
    const { isOk, output } = await runPromtoolOn(['check', 'rules'], document);
    expect(isOk ? '' : output).toBe('');
  });
});
