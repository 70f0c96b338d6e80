import { describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { METRIC_PREFIX, type MetricDescription } from '../../src/adapters/http/metrics/description.ts';
import { METRICS } from '../../src/adapters/http/metrics/descriptions.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { PROMTOOL, runPromtool } from '../support/promtool.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

// Of an instance that nothing was asked, and of one that was asked for everything.
const MOST_SERIES = 250;

const gateway = sharedByTests(startGateway);

const seriesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const namesOf = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');

/** Sends a request with any method to any path, and reads nothing. */
function send(method: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${gateway.url}${path}`, { method, agent: false }, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}

describe('the metrics', () => {
  it('are those of the descriptions, with the names of the last release beside them', async () => {
    const descriptions: readonly (readonly [string, MetricDescription])[] = Object.entries(METRICS);
    const former = descriptions.flatMap(([, { was }]) =>
      was === undefined ? [] : [typeof was === 'string' ? was : was.name],
    );
    const names = namesOf(await gateway.metrics());

    expect(names).toEqual(expect.arrayContaining(descriptions.map(([name]) => METRIC_PREFIX + name)));
    expect(names).toEqual(expect.arrayContaining(former));
    expect(names.filter((name) => name.startsWith(METRIC_PREFIX))).toHaveLength(descriptions.length);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have the prefix alone with METRICS_FORMER_NAMES=off', async () => {
    const modern = await startGateway({ METRICS_FORMER_NAMES: 'off' });
    try {
      const text = await modern.metrics();
      expect(namesOf(text).filter((name) => !name.startsWith(METRIC_PREFIX))).toEqual([]);
      expect(seriesOf(text).filter((line) => !line.startsWith(METRIC_PREFIX))).toEqual([]);
    } finally {
      await modern.stop();
    }
  });

  it('have the same values under both names', async () => {
    const series = seriesOf(await gateway.metrics());
    const present = series.filter((line) => line.startsWith(`${METRIC_PREFIX}service_part_ok`));
    expect(present.length).toBeGreaterThan(5);
    for (const line of present) expect(series).toContain(line.slice(METRIC_PREFIX.length));
  });

  it('have a label for jobs that does not collide with the one of Prometheus', async () => {
    const text = await gateway.metrics();
    expect(text).toMatch(/^giveaways_jobs_waiting\{job_name="purge"\} \d/m);
    expect(text).toMatch(/^jobs_waiting\{job="purge"\} \d/m);
  });

  it('show a lag in the scrape that reads it', async () => {
    const fresh = await startGateway();
    try {
      expect(await fresh.metrics()).toMatch(/^giveaways_service_part_lag_seconds\{part="JOBS"\} \d/m);
    } finally {
      await fresh.stop();
    }
  });

  it('have a bounded number of series, whatever clients send', async () => {
    await gateway.publish(await gateway.createKey(), draft());
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'PURGE', 'REPORT'];
    for (const method of methods) {
      for (const path of ['/', '/graphql', '/api/v1/giveaways', '/feed.json', '/readyz', '/elsewhere'])
        for (let turn = 0; turn < 3; turn += 1) await send(method, `${path}?${turn}`);
      await send(method, `/elsewhere/${method}`);
    }
    const own = seriesOf(await gateway.metrics()).filter((line) => line.startsWith(METRIC_PREFIX));
    expect(own.filter((line) => /PROPFIND|MKCOL|PURGE|REPORT/.test(line))).toEqual([]);
    expect(own.length).toBeLessThan(MOST_SERIES);
    expect(own.filter((line) => line.includes('_bucket{')).length).toBeLessThan(60);
  });
});

describe('what happens', () => {
  const valueOf = async (series: string) => {
    const found = seriesOf(await gateway.metrics()).find((line) => line.startsWith(`${series} `));
    return found === undefined ? 0 : Number(found.slice(series.length + 1));
  };

  it('is counted for errors of GraphQL by their code', async () => {
    const refused = 'giveaways_graphql_errors_total{code="GRAPHQL_VALIDATION_FAILED"}';
    const invalid = 'giveaways_graphql_errors_total{code="INVALID_PAYLOAD"}';
    const before = { refused: await valueOf(refused), invalid: await valueOf(invalid) };
    await gateway.graphql('{ nothing }');
    await gateway.graphql('{ feed(first: 1000) { nodes { id } } }');
    expect(await valueOf(refused)).toBe(before.refused + 1);
    expect(await valueOf(invalid)).toBe(before.invalid + 1);
  });

  it('is counted for requests above the rate of their caller', async () => {
    const limited = await startGateway({ RATE_LIMIT: '2' });
    try {
      for (let turn = 0; turn < 4; turn += 1) await limited.rest('GET', '/api/v1/giveaways');
      expect(await limited.metrics()).toMatch(/^giveaways_requests_shed_total\{reason="rate-limit"\} [1-9]/m);
    } finally {
      await limited.stop();
    }
  });

  it('is shown for the build, and for each part that is not well', async () => {
    expect(await gateway.metrics()).toMatch(
      /^giveaways_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*",database="\w+",chain="off"\} 1$/m,
    );
  });
});

describeWith(PROMTOOL, 'promtool is not installed', 'promtool', () => {
  it('finds nothing to improve in a scrape', async () => {
    await gateway.rest('GET', '/feed.json');
    const input = await gateway.metrics();
    expect(await runPromtool(['check', 'metrics'], input)).toEqual({ isOk: true, output: '' });
  });

  it('finds a metric without a unit, help or the right suffix', async () => {
    const input = '# HELP a_milliseconds A.\n# TYPE a_milliseconds counter\na_milliseconds 1\n';
    expect(await runPromtool(['check', 'metrics'], input)).toMatchObject({ isOk: false });
  });
});
