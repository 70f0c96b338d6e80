import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { HeldLane, LaneStore } from '../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../src/adapters/ports/operation-store.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from './support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const LEASE_MS = 60_000;
const SHORT_LEASE_MS = 800;

const chain = sharedByTests(() => startTestChain({ signers: 2 }));
const opened = sharedByTests(openTestDatabase);
let lanes: LaneStore;
let operations: OperationStore;
let giveaway: string;
beforeAll(async () => {
  ({ laneStore: lanes, operationStore: operations } = partsOf(chain, opened.database));
  await chain.mintPassports(1);
  giveaway = await chain.createGiveaway('open');
});

const change = (text: string, signer: string) =>
  opened.database.sql.query({ name: '', text: `${text} where signer = $1` }, [signer]);

describe('a renewal', () => {
  let own: HeldLane;
  const accept = (signer: string) =>
    operations.add([newOperation(chain, entryChange(giveaway, 1, 1), signer)]);
  beforeAll(async () => {
    await accept(`0x${randomUUID()}`);
    [own] = (await lanes.take('own', LEASE_MS)) as [HeldLane];
  });
  afterAll(() => change(`update operation set error = '{}'`, own.signer));

  const LEASES = { 'no lease': 'null', 'a lease': `now() + interval '30 seconds'` };
  const OVER = { 'a lease that is over': `now() - interval '1 second'` };
  const AHEAD = { 'a lease of a clock that was ahead': `now() + interval '1 hour'` };
  const WORK = ['no work', 'a queued operation', 'an open transaction'] as const;
  const STATES = Object.entries({ ...LEASES, ...OVER, ...AHEAD }).flatMap(([lease, until]) =>
    WORK.map((work) => [lease, work, until] as const),
  );

  it.each(STATES)('tells whether a lane with %s and %s may be taken', async (lease, work, until) => {
    const signer = `0x${randomUUID()}`;
    await accept(signer);
    const [lane] = (await lanes.take('other', LEASE_MS)) as [HeldLane];
    if (work === 'an open transaction') await reserve(lane);
    if (work === 'no work') await change(`update operation set error = '{}'`, signer);
    await change(`update chain_lane set lease_until = ${until}`, signer);

    const { mayTake } = await lanes.renew([own], LEASE_MS);
    const taken = await lanes.take('own', LEASE_MS);
    expect(mayTake).toBe(taken.length === 1);
    expect(mayTake).toBe(work !== 'no work' && lease !== 'a lease');
    // Leaves nothing to take for the next state.
    await change('update chain_lane set lease_until = null', signer);
    await change(`update chain_transaction set state = 'FINALIZED'`, signer);
    await change(`update operation set error = '{}'`, signer);
  });

  async function reserve(lane: HeldLane): Promise<void> {
    const [queued] = await lanes.queued(lane, [], 1);
    const fees = { gasLimit: 100_000, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
    await lanes.reserve(lane, [
      { nonce: 0, to: chain.hub, data: '0x', ...fees, operationIds: [queued?.id ?? ''] },
    ]);
  }
});

it('an instance with open transactions looks for no lane while there is none, and soon takes one that another instance left', async () => {
  const takes: (readonly string[])[] = [];
  const laneStore: LaneStore = {
    ...lanes,
    async take(...args) {
      const taken = await lanes.take(...args);
      takes.push(taken.map(({ signer }) => signer));
      return taken;
    },
  };
  const [first, second] = chain.signers.map(({ address }) => address) as [string, string];
  const own = newOperation(chain, entryChange(giveaway, 1, 1), first);
  const left = newOperation(chain, entryChange(giveaway, 1, 1), second);
  await chain.rpc.call('evm_setAutomine', [false]);
  const outbox = startTestOutbox(chain, {
    ...partsOf(chain, opened.database),
    laneStore,
    leaseMs: SHORT_LEASE_MS,
  });
  try {
    await outbox.operations.submit([own]);
    await eventually(
      async () => takes.flat(),
      (taken) => taken.includes(first),
    );
    const before = takes.length;
    await new Promise((resolve) => setTimeout(resolve, 2 * SHORT_LEASE_MS));
    expect(takes.slice(before)).toEqual([]);

    await operations.add([left]);
    await eventually(
      async () => takes.flat(),
      (taken) => taken.includes(second),
      2 * SHORT_LEASE_MS,
    );
    await chain.rpc.call('evm_setAutomine', [true]);
    await chain.rpc.call('evm_mine');
    const done = await eventually(
      () => operations.find([own.id, left.id]),
      (found) => found.every(({ status }) => status === 'CONFIRMED'),
      20_000,
    );
    expect(done).toHaveLength(2);
  } finally {
    await outbox.stop();
  }
});
