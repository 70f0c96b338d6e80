import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { takePort } from './ports.ts';
import { answersOk, defineProgram, type Program } from './program.ts';

/** Prometheus with the alerts of deploy/, which looks every two seconds. */
export interface Prometheus extends Program {
  /** The alerts that fire now. */
  firing(): Promise<readonly string[]>;
  /** The alerts that began to fire at this time or later, with the milliseconds from there. */
  firedSince(time: number): Promise<ReadonlyMap<string, number>>;
}

const RULES = resolve('deploy/prometheus/alerts.yaml');
const EVERY = '2s';

export async function startPrometheus(
  program: string,
  folder: string,
  metricsPorts: readonly number[],
): Promise<Prometheus> {
  const port = await takePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'prometheus.yaml');
  const targets = metricsPorts.map((each) => `127.0.0.1:${each}`);
  const configuration = {
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: [RULES],
    scrape_configs: [{ job_name: 'giveaways', static_configs: [{ targets }] }],
  };
  await writeFile(file, stringify(configuration));
  const prometheus = defineProgram({
    name: 'prometheus',
    folder,
    command: [
      program,
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    isReady: () => answersOk(`${url}/-/ready`),
  });
  await prometheus.start();
  async function readFiring(since: number): Promise<PrometheusResponse['data']['result']> {
    const query = new URLSearchParams({
      query: 'ALERTS{alertstate="firing"}',
      start: String(since / 1_000),
      end: String(Date.now() / 1_000),
      step: '1',
    });
    const response = await fetch(`${url}/api/v1/query_range?${query.toString()}`);
    return ((await response.json()) as PrometheusResponse).data.result;
  }
  return {
    ...prometheus,
    firing: async () => (await readFiring(Date.now())).map(({ metric }) => metric.alertname),
    async firedSince(time) {
      const fired = new Map<string, number>();
      // From before, so that an alert that fired already is known.
      for (const { metric, values } of await readFiring(time - BEFORE_MS)) {
        const after = (values[0]?.[0] ?? 0) * 1_000 - time;
        if (after < 0) continue;
        fired.set(metric.alertname, Math.min(after, fired.get(metric.alertname) ?? Infinity));
      }
      return fired;
    },
  };
}

const BEFORE_MS = 10_000;

interface PrometheusResponse {
  readonly data: {
    readonly result: readonly {
      readonly metric: { readonly alertname: string };
      readonly values: readonly (readonly [seconds: number, value: string])[];
    }[];
  };
}
