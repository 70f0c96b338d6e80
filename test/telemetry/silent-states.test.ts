import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Client } from 'pg';
import { parse } from 'yaml';
import { sendAs, startProviderChain, type SendToProviderApi } from '../support/chain/provider-chain.ts';
import {
  postgresPrograms,
  startCluster,
  type Cluster,
  type Standby,
} from '../support/database/postgres-cluster.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { PROMTOOL, runPromtoolOn } from '../support/promtool.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const RULES = resolve('deploy/prometheus/alerts.yaml');
const PAST_TIME = 1_700_000_000;
const PAUSE_MS = 1_000;

interface Alert {
  readonly name: string;
  readonly part: string;
  readonly severity: 'page' | 'ticket';
  readonly reason?: string;
}

interface Rule {
  readonly alert: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

/** What promtool says about a scrape that stays for two minutes, if exactly these alerts are to fire then; empty if they do. */
async function findFault(scrape: string, expected: readonly Alert[]): Promise<string> {
  const series = scrape.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(giveaways_\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const all = [labels, 'job="giveaways"', 'instance="a"'].filter((each) => each !== '').join(',');
    return [{ series: `${name}{${all}}`, values: `${value}x8` }];
  });
  const test = {
    interval: '15s',
    input_series: [...series, { series: 'up{job="giveaways",instance="a"}', values: '1x8' }],
    alert_rule_test: rules.map(({ alert, annotations }) => ({
      alertname: alert,
      eval_time: '2m',
      exp_alerts: expected
        .filter(({ name }) => name === alert)
        .map(({ name: _name, ...labels }) => ({
          exp_labels: labels,
          exp_annotations: fill(annotations, labels),
        })),
    })),
  };
  const document = { rule_files: [RULES], evaluation_interval: '15s', tests: [test] };
  const { isOk, output } = await runPromtoolOn(['test', 'rules'], document);
  if (isOk) return '';
  // A start of promtool takes more processor time than what the gateway does meanwhile.
  await after(PAUSE_MS);
  return output;
}

/** Annotations with the labels that they name. */
function fill(
  annotations: Rule['annotations'],
  labels: Readonly<Record<string, string>>,
): Rule['annotations'] {
  return Object.fromEntries(
    Object.entries(annotations).map(([name, text]) => [
      name,
      text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, label: string) => labels[label] ?? ''),
    ]),
  );
}

/** Scrapes until promtool finds exactly these alerts. */
async function alertsOf(gateway: Gateway, expected: readonly Alert[]): Promise<string> {
  return eventually(
    async () => findFault(await gateway.metrics(), expected),
    (fault) => fault === '',
    60_000,
  );
}

describeWith(PROMTOOL, 'promtool is not installed', 'One alert within two minutes', () => {
  describe('A service with a chain', () => {
    const chain = sharedByTests(startProviderChain);
    const gateway = sharedByTests(() => startGateway(chain.variables()));
    let send: SendToProviderApi;
    beforeAll(async () => {
      const provider = await chain.enroll(gateway);
      send = sendAs(gateway, provider.secret);
    });

    it('is none while all is well', async () => {
      expect(await alertsOf(gateway, [])).toBe('');
    });

    it('tells of a full disk', async () => {
      await gateway.onDatabase(async (em) => {
        await em.execute(`create function refuse_writes() returns trigger language plpgsql
          as $$ begin raise exception using errcode = '53100', message = 'not stored'; end $$`);
        await em.execute(
          'create trigger refuse before insert on write_probe for each row execute function refuse_writes()',
        );
      });
      const full = { part: 'DATABASE', reason: 'DISK_FULL', severity: 'page' } as const;
      expect(await alertsOf(gateway, [{ name: 'GiveawaysDiskFull', ...full }])).toBe('');
      await gateway.onDatabase((em) => em.execute('drop function refuse_writes cascade'));
      expect(await alertsOf(gateway, [])).toBe('');
    });

    it('tells of a job that nobody runs', async () => {
      const stop = () =>
        gateway.onDatabase(async (em) => {
          await em.execute(
            `update pgboss.job set start_after = now() + interval '30 seconds' where name = 'mark-ended' and state < 'active'`,
          );
          await em.execute(
            `update job_run set succeeded_at = now() - interval '2 minutes' where name = 'mark-ended'`,
          );
        });
      const dead = { name: 'GiveawaysJobDead', part: 'JOBS', severity: 'ticket' } as const;
      const fault = await eventually(
        async () => {
          await stop();
          return findFault(await gateway.metrics(), [dead]);
        },
        (found) => found === '',
        60_000,
      );
      expect(fault).toBe('');
    });

    it('tells of a lane that is held', async () => {
      await chain.contracts.rpc.call('evm_setAutomine', [false]);
      const giveaway = { giveawayId: 'held', startTime: PAST_TIME, determinationType: 0 };
      await send('create-giveaway', giveaway, { prefer: 'wait=1' });
      await gateway.onDatabase(async (em) => {
        await em.execute(`update operation set created_at = now() - interval '70 seconds'`);
        await em.execute(`update chain_lane set hold = 'INSUFFICIENT_FUNDS'`);
      });
      const held = { part: 'OPERATIONS', reason: 'INSUFFICIENT_FUNDS', severity: 'page' } as const;
      expect(await alertsOf(gateway, [{ name: 'GiveawaysLaneHeld', ...held }])).toBe('');
      await chain.contracts.rpc.call('evm_setAutomine', [true]);
      await chain.contracts.rpc.call('evm_mine');
    });
  });

  it('tells of a node that stands still', async () => {
    const chain = await startProviderChain(['--timestamp', String(PAST_TIME)]);
    try {
      for (let block = 0; block < 17; block += 1) await chain.contracts.mine(1, 2);
      const gateway = await startGateway(chain.variables());
      try {
        const halted = { part: 'NODE', reason: 'NO_NEW_BLOCK', severity: 'page' } as const;
        expect(await alertsOf(gateway, [{ name: 'GiveawaysNodeHalted', ...halted }])).toBe('');
      } finally {
        await gateway.stop();
      }
    } finally {
      await chain.contracts.stop();
    }
  });

  describeWith(postgresPrograms, 'PostgreSQL is not installed', 'A service on PostgreSQL', (programs) => {
    let cluster: Cluster;
    let standby: Standby;
    let gateway: Gateway;
    beforeAll(async () => {
      cluster = await startCluster(programs);
      standby = await cluster.startStandby();
      gateway = await startGateway({ DATABASE_URL: cluster.url, DATABASE_READ_URL: standby.url });
    });
    afterAll(async () => {
      await gateway.stop();
      await standby.remove();
      await cluster.remove();
    });

    const onStandby = async (statement: string) => {
      const client = new Client({ connectionString: standby.url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    };

    it('tells of a replica whose replay stands still', async () => {
      await onStandby('select pg_wal_replay_pause()');
      await gateway.onDatabase((em) => em.execute('create table written (number integer)'));
      const stale = { name: 'GiveawaysReplicaStale', part: 'REPLICA', severity: 'ticket' } as const;
      expect(await alertsOf(gateway, [stale])).toBe('');
      // What is replayed from now on can cancel the statement that has resumed it.
      await onStandby('select pg_wal_replay_resume()').catch(() => undefined);
    });
  });
});
