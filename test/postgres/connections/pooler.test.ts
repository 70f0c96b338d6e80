import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withMaintenance } from '../../../src/adapters/postgres/backup/open-maintenance.ts';
import { findProgram } from '../../rehearsal/parts/programs.ts';
import { startPgbouncer, type Pgbouncer } from '../../rehearsal/parts/pgbouncer.ts';
import { execute } from '../../support/database/database.ts';
import { postgresPrograms, startCluster, type Cluster } from '../../support/database/postgres-cluster.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';

const pgbouncerProgram = findProgram('pgbouncer');
const programs =
  postgresPrograms === undefined || pgbouncerProgram === undefined
    ? undefined
    : { postgres: postgresPrograms, pgbouncer: pgbouncerProgram };

describeWith(programs, 'initdb or PgBouncer is not installed', 'PgBouncer', ({ postgres, pgbouncer }) => {
  let cluster: Cluster;
  let folder: string;
  let pooler: Pgbouncer;
  let gateway: Gateway | undefined;
  let key: string;
  beforeAll(async () => {
    cluster = await startCluster(postgres);
    // A server of another time zone: what the service sets must reach it.
    await execute(cluster.url, "alter system set timezone = 'Asia/Tokyo'");
    await execute(cluster.url, 'select pg_reload_conf()');
    folder = mkdtempSync(join(tmpdir(), 'pooler-'));
    chmodSync(folder, 0o755);
    const port = Number(new URL(cluster.url).port);
    pooler = await startPgbouncer({
      program: pgbouncer,
      folder,
      database: 'postgres',
      primaryPort: port,
      replicaPort: port,
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await pooler.kill();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is refused in transaction mode before anything is migrated', async () => {
    await expect(startGateway({ DATABASE_URL: pooler.transactionUrl })).rejects.toThrow(
      'DATABASE_URL does not work: It leads to a connection pooler in transaction mode',
    );
    await expect(execute(cluster.url, 'select from migration')).rejects.toThrow('does not exist');
  });

  it('serves in session mode, with the settings of each connection', async () => {
    gateway = await startGateway({
      DATABASE_URL: pooler.primaryUrl,
      DATABASE_READ_URL: pooler.replicaUrl,
    });
    key = await gateway.createKey();
    const before = Date.now();
    const { body } = await gateway.publish(key, draft());
    expect(Math.abs(Date.parse(body.listing.updatedAt) - before)).toBeLessThan(60_000);
    const feed = await gateway.graphql('{ feed { edges { node { title updatedAt } } } }');
    expect(feed.body.data.feed.edges).toEqual([
      { node: { title: body.listing.title, updatedAt: body.listing.updatedAt } },
    ]);
    const settings = await gateway.onDatabase((_em, sql) =>
      sql.query(
        {
          name: '',
          text: `select current_setting('TimeZone'), current_setting('statement_timeout')`,
        },
        [],
      ),
    );
    expect(settings).toEqual([['UTC', '10s']]);
  });

  it('serves the commands of maintenance, whose statements have no time limit', async () => {
    const text = `select current_setting('TimeZone'), current_setting('statement_timeout')`;
    const settings = await withMaintenance(pooler.primaryUrl, (sql) => sql.query({ name: '', text }, []));
    expect(settings).toEqual([['UTC', '0']]);
  });

  it('makes requests without a server retryable, and serves them after its return', async () => {
    await cluster.stop('immediate');
    const refused = await gateway?.publish(key, draft());
    expect(refused).toMatchObject({ status: 503 });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    await cluster.start();
    const served = await eventually(
      async () => gateway?.publish(key, draft()),
      (response) => response?.status === 200,
      20_000,
    );
    expect(served?.status).toBe(200);
  });
});
