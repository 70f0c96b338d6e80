import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createPulse } from '../../src/adapters/chain/rpc/pulse.ts';
import { sendAs, startProviderChain, type SendToProviderApi } from '../support/chain/provider-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const PAST_TIME = 1_700_000_000;
const QUERY = '{ status { parts { part state lagSeconds reason } } }';

describe('A service whose parts stand still without an error', () => {
  const chain = sharedByTests(startProviderChain);
  const gateway = sharedByTests(() => startGateway(chain.variables()));
  let send: SendToProviderApi;
  beforeAll(async () => {
    const provider = await chain.enroll(gateway);
    send = sendAs(gateway, provider.secret);
  });

  const partOf = async (name: string): Promise<Json> => {
    const { body } = await gateway.graphql(QUERY);
    return body.data.status.parts.find(({ part }: Json) => part === name);
  };
  const become = (name: string, expected: object) =>
    eventually(
      () => partOf(name),
      (part) => Object.entries(expected).every(([key, value]) => part[key] === value),
      30_000,
    );
  /** What `/readyz` answers once it names this fault. */
  const readiness = async (fault: string | undefined) => {
    const { status, body } = await eventually(
      () => gateway.rest('GET', '/readyz'),
      (response) => response.body.fault === fault,
      30_000,
    );
    return { status, body };
  };
  const gaugeOf = async (line: string): Promise<number> => {
    const text = await gateway.metrics();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1));
  };

  it.each([
    ['whose disk is full', '53100', 'DISK_FULL'],
    ['that stores nothing', '25006', 'NOT_WRITABLE'],
  ])('shows a database %s although it answers, and that it stores again', async (_what, state, reason) => {
    expect(await become('DATABASE', { state: 'OK' })).toMatchObject({ state: 'OK', reason: null });
    await gateway.onDatabase(async (em) => {
      await em.execute(`create function refuse_writes() returns trigger language plpgsql
        as $$ begin raise exception using errcode = '${state}', message = 'not stored'; end $$`);
      await em.execute(
        'create trigger refuse before insert on write_probe for each row execute function refuse_writes()',
      );
    });
    expect(await become('DATABASE', { state: 'DOWN' })).toMatchObject({ reason });
    expect(await gaugeOf('service_part_ok{part="DATABASE"}')).toBe(0);
    expect(await readiness(reason)).toEqual({ status: 200, body: { status: 'ready', fault: reason } });
    await gateway.onDatabase((em) => em.execute('drop function refuse_writes cascade'));
    expect(await become('DATABASE', { state: 'OK' })).toMatchObject({ reason: null });
    expect(await readiness(undefined)).toEqual({ status: 200, body: { status: 'ready' } });
    // The probe's file is shortened after its response.
    const readSize = () =>
      gateway.onDatabase((em) => em.execute(`select pg_relation_size('write_probe')::integer as size`));
    expect(await eventually(readSize, ([row]) => row?.size === 0)).toEqual([{ size: 0 }]);
  });

  it('shows no fault of a database whose first write takes long, but is not refused', async () => {
    await gateway.onDatabase(async (em) => {
      await em.execute(`create function delay_writes() returns trigger language plpgsql
        as $$ begin perform pg_sleep(2); return new; end $$`);
      await em.execute(
        'create trigger delay before insert on write_probe for each row execute function delay_writes()',
      );
    });
    await gateway.restart();
    expect(await partOf('DATABASE')).toMatchObject({ state: 'OK', reason: null });
    await gateway.onDatabase((em) => em.execute('drop function delay_writes cascade'));
  });

  it('shows transactions that no block contains, and then none', async () => {
    const { rpc } = chain.contracts;
    expect(await become('OPERATIONS', { state: 'OK' })).toMatchObject({ lagSeconds: 0, reason: null });
    await rpc.call('evm_setAutomine', [false]);
    const giveaway = { giveawayId: 'stuck', startTime: PAST_TIME, determinationType: 0 };
    const { body } = await send('create-giveaway', giveaway, { prefer: 'wait=1' });
    await gateway.onDatabase((em) =>
      em.execute(`update operation set created_at = now() - interval '90 seconds' where id = ?`, [
        body.operation.id,
      ]),
    );
    // On a busy machine it waits for its transaction at first.
    const late = await become('OPERATIONS', { state: 'LATE', reason: 'NOT_MINED' });
    expect(late.lagSeconds).toBeGreaterThanOrEqual(90);
    expect(await gaugeOf('operations_waiting{reason="NOT_MINED"}')).toBe(1);
    expect(await gaugeOf('lanes_waiting{reason="NOT_MINED"}')).toBe(1);
    expect(await gaugeOf('operations_waiting_seconds{reason="NOT_MINED"}')).toBeGreaterThanOrEqual(90);
    await rpc.call('evm_setAutomine', [true]);
    await rpc.call('evm_mine');
    expect(await become('OPERATIONS', { state: 'OK' })).toMatchObject({ lagSeconds: 0, reason: null });
  });

  it('shows why operations wait', async () => {
    await chain.contracts.rpc.call('evm_setAutomine', [false]);
    const giveaway = { giveawayId: 'held', startTime: PAST_TIME, determinationType: 0 };
    await send('create-giveaway', giveaway, { prefer: 'wait=1' });
    await gateway.onDatabase(async (em) => {
      await em.execute(`update operation set created_at = now() - interval '2 minutes'`);
      await em.execute(`update chain_lane set hold = 'INSUFFICIENT_FUNDS'`);
    });
    await become('OPERATIONS', { state: 'LATE', reason: 'INSUFFICIENT_FUNDS' });
    await chain.contracts.rpc.call('evm_setAutomine', [true]);
    await chain.contracts.rpc.call('evm_mine');
  });
});

describe('A node without new blocks', () => {
  const chain = sharedByTests(() => startProviderChain(['--timestamp', String(PAST_TIME)]));
  let now: number;
  beforeAll(async () => {
    now = (await chain.contracts.now()) * 1_000;
  });

  const open = (usualSeconds?: number) =>
    createPulse({
      rpc: chain.contracts.rpc,
      now: () => now,
      ...(usualSeconds !== undefined && { usualSeconds }),
    });

  it('is no alarm on a chain that makes a block for each transaction, embedded or not', async () => {
    const [unknown, onDemand, regular] = [open(), open(0), open(12)];
    now += 3_600_000;
    expect(await unknown.read()).toMatchObject({ age: null, isStill: false });
    expect(await onDemand.read()).toMatchObject({ age: null, isStill: false });
    expect(await regular.read()).toMatchObject({ isStill: true });
  });

  it('shows its age, which is an alarm only when it is unusual for the chain', async () => {
    for (let block = 0; block < 17; block += 1) await chain.contracts.mine(1, 10);
    now = (await chain.contracts.now()) * 1_000;
    const pulse = open();
    expect(await pulse.read()).toMatchObject({ age: 0, isStill: false });
    now += 45_000;
    expect(await pulse.read()).toMatchObject({ age: 45, isStill: false });
    now += 15_000;
    expect(await pulse.read()).toMatchObject({ age: 60, isStill: true });
    await chain.contracts.mine(1, 10);
    // A clock of the chain that is behind ours counts for nothing once blocks come.
    expect(await pulse.read()).toMatchObject({ age: 0, isStill: false });
  });

  it.each([3_600, -3_600])(
    'is told from one whose clock differs by %d seconds, however seldom it is asked',
    async (seconds) => {
      now = ((await chain.contracts.now()) + seconds) * 1_000;
      const { rpc } = chain.contracts;
      const pulse = createPulse({ rpc, now: () => now, usualSeconds: 10, ahead: () => seconds });
      expect(await pulse.read()).toMatchObject({ age: 0, isStill: false });
      now += 3_600_000;
      expect(await pulse.read()).toMatchObject({ age: 3_600, isStill: true });
      await chain.contracts.mine(1, 3_600);
      expect(await pulse.read()).toMatchObject({ age: 0, isStill: false });
    },
  );

  it('is not told from a chain whose clock is behind before a few blocks should have come', async () => {
    now = ((await chain.contracts.now()) + 3_600) * 1_000;
    const [behind, halted] = [open(), open()];
    expect(await behind.read()).toMatchObject({ age: 3_600, isStill: false });
    now += 10_000;
    await chain.contracts.mine(1, 10);
    expect(await behind.read()).toMatchObject({ age: 10, isStill: false });
    now += 41_000;
    expect(await halted.read()).toMatchObject({ age: 3_641, isStill: true });
  });

  it('is late in the status, and so is the read model', async () => {
    for (let block = 0; block < 17; block += 1) await chain.contracts.mine(1, 2);
    const gateway = await startGateway(chain.variables());
    try {
      const late = { state: 'LATE', reason: 'NO_NEW_BLOCK' };
      const isLate = (parts: Json) =>
        ['NODE', 'READ_MODEL'].every(
          (name) => parts.find(({ part }: Json) => part === name).state === 'LATE',
        );
      const read = async () => (await gateway.graphql(QUERY)).body.data.status.parts;
      const parts = await eventually(read, isLate, 30_000);
      expect(parts).toContainEqual(expect.objectContaining({ part: 'NODE', ...late }));
      expect(parts).toContainEqual(expect.objectContaining({ part: 'READ_MODEL', ...late }));
    } finally {
      await gateway.stop();
    }
  });
});
