import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { disks, type SmallDisk } from '../support/faults/disk.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { runToEnd } from '../support/gateway/process.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import { sendAs } from '../support/chain/provider-chain.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';

jest.setTimeout(300_000);

const MEGABYTE = 1_048_576;
const EMBEDDED = { CHAIN: 'on', DATABASE_URL: '', REDIS_URL: '' };
const GIVEAWAY = { giveawayId: 'kept', determinationType: 0 };
const STATUS = '{ status { parts { part state reason } } }';
const TOTAL = `{ giveaways { edges { node { rounds(first: 1) { edges { node { entriesTotal } } } } } } }`;

describeWith(disks, 'no file system can be mounted', 'a gateway on a full disk', (mount) => {
  let disk: SmallDisk;
  let directory: string;
  let secret: string;
  let server: Server;
  beforeAll(async () => {
    disk = mount(240);
    directory = disk.directory;
    await placeEmbeddedDatabase(join(directory, 'db'));
    const gateway = await startGateway({ ...EMBEDDED, DATA_DIR: directory });
    ({ secret } = await createProviderWithSigner(gateway));
    const startTime = Math.floor(Date.now() / 1_000) - 60;
    const created = await sendAs(gateway, secret)('create-giveaway', { ...GIVEAWAY, startTime });
    expect(created.status).toBe(200);
    await gateway.stop();
    server = await startServer(directory, EMBEDDED);
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    disk.remove();
  });

  const issue = (key: string): Promise<HttpResponse> =>
    sendAs(server, secret)(
      'issue-entries',
      { giveawayId: 'kept', passportId: 1, amount: 1 },
      { 'idempotency-key': key, prefer: 'wait=10' },
    );
  const provision = () =>
    sendAs(server, secret)('provision-entrant', {
      ownershipMode: 'managed_wallet',
      giveawayId: 'kept',
      amount: 1,
    });
  const partsOf = async (): Promise<Json[]> => (await server.graphql(STATUS)).body.data.status.parts;
  const stateOf = (parts: readonly Json[], name: string) => parts.find(({ part }) => part === name);
  const total = async () =>
    (await server.graphql(TOTAL)).body.data.giveaways.edges[0].node.rounds.edges[0].node
      .entriesTotal as number;

  it('says so in its status and in its refusals, and keeps every confirmed operation when it is killed', async () => {
    const key = await server.createKey();
    expect((await provision()).status).toBe(200);
    let confirmed = 1;
    for (let count = 0; count < 5; count += 1)
      if ((await issue(`before-${count}`)).body.operation.status === 'CONFIRMED') confirmed += 1;
    expect(confirmed).toBe(6);

    await disk.fill();
    const full = { state: 'DOWN', reason: 'DISK_FULL' };
    const isFull = (parts: readonly Json[]) =>
      ['DATABASE', 'NODE'].every((name) => stateOf(parts, name)?.reason === 'DISK_FULL');
    // Before anybody reads the status, or publishes.
    const readiness = await eventually(
      async () => (await fetch(`${server.url}/readyz`)).json() as Json,
      ({ fault }) => fault !== undefined,
      30_000,
    );
    expect(readiness).toEqual({ status: 'ready', fault: 'DISK_FULL' });
    const parts = await eventually(partsOf, isFull, 30_000);
    expect(stateOf(parts, 'DATABASE')).toMatchObject(full);
    expect(stateOf(parts, 'NODE')).toMatchObject(full);
    expect(server.output()).toContain(`The disk of ${directory} is full`);
    expect(server.output()).not.toContain('an uncaught error');
    const refused: HttpResponse[] = [];
    for (let count = 0; count < 20; count += 1) {
      const response = await issue(`full-${count}`);
      if (response.body.operation?.status === 'CONFIRMED') confirmed += 1;
      else refused.push(response);
      refused.push(
        await server.publish(
          key,
          draft({ sourceExternalId: `full-${count}`, description: 'x'.repeat(3_900) }),
        ),
      );
    }
    const unexpected = refused.filter(
      ({ status, headers }) =>
        ![200, 202].includes(status) && !(status === 503 && headers.get('retry-after')),
    );
    expect(unexpected.map(({ status, body }) => [status, body])).toEqual([]);
    const words = refused.filter(({ status }) => status === 503).map(({ body }) => JSON.stringify(body));
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((text) => !/disk|reached/.test(text))).toEqual([]);
    expect(words.some((text) => text.includes('The disk of the'))).toBe(true);

    await server.end('SIGKILL');
    const started = await runToEnd({ ...EMBEDDED, DATA_DIR: directory, PORT: '0' });
    expect(started.code).toBe(1);
    expect(started.output).toContain(`The disk of ${directory} is full`);

    await disk.free();
    server = await startServer(directory, EMBEDDED);
    const kept = await eventually(total, (found) => found >= confirmed, 60_000);
    expect(kept).toBeGreaterThanOrEqual(confirmed);
    const again = await eventually(
      () => issue('after'),
      ({ status }) => status === 200,
      60_000,
    );
    expect(again.body.result.entries).toBeGreaterThan(confirmed);
  });

  it('works again by itself once there is room', async () => {
    await disk.fill(MEGABYTE / 2);
    const full = await eventually(partsOf, (parts) => stateOf(parts, 'NODE')?.reason === 'DISK_FULL', 30_000);
    expect(stateOf(full, 'NODE')).toMatchObject({ reason: 'DISK_FULL' });
    await disk.free();
    const isWell = (parts: readonly Json[]) =>
      ['DATABASE', 'NODE'].every((name) => stateOf(parts, name)?.state === 'OK');
    expect(isWell(await eventually(partsOf, isWell, 60_000))).toBe(true);
    expect(
      await eventually(
        () => issue('well'),
        ({ status }) => status === 200,
        60_000,
      ),
    ).toMatchObject({ status: 200 });
  });
});
