import { afterEach, beforeEach } from '@jest/globals';
import type { Wallet } from 'ethers';
import { randomUUID } from 'node:crypto';
import { broadcast } from '../../../../src/adapters/chain/outbox/broadcast/broadcast.ts';
import { createLaneHolds } from '../../../../src/adapters/chain/outbox/lane-holds.ts';
import type {
  LaneState,
  OutboxContext,
  OutboxEvent,
  OutboxSettings,
} from '../../../../src/adapters/chain/outbox/lane-state.ts';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { createGasModel } from '../../../../src/adapters/chain/outbox/submit/gas-model.ts';
import { createRoundWindows } from '../../../../src/adapters/chain/outbox/submit/round-windows.ts';
import { createHeadWatcher } from '../../../../src/adapters/chain/rpc/head.ts';
import { createOperationStore } from '../../../../src/adapters/postgres/operations/operation-store.ts';
import type { Database } from '../../../../src/adapters/postgres/connection/database.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { noThrottle } from '../../../../src/runtime/concurrency/throttle.ts';
import type { TestChain } from '../../../support/chain/anvil.ts';
import { newOperation, partsOf } from './harness.ts';

/** A lane whose steps the test takes itself, on a real node and database. */
export interface SteppedLane {
  readonly context: OutboxContext;
  readonly state: LaneState;
  readonly events: readonly OutboxEvent[];
  /** The lane's monotonic clock, which only the test moves. */
  readonly clock: { ms: number };
  accept(...calls: readonly ChainCall[]): Promise<void>;
  /** Mines empty blocks, and reads the newest. */
  mine(blocks: number): Promise<void>;
}

/** Accepts an operation with this call for a signer without any, and takes the signer's lane. */
export async function takeLane(
  chain: TestChain,
  database: Pick<Database, 'sql'>,
  signerAddress: string,
  call: ChainCall,
  settings: Partial<OutboxSettings> = {},
): Promise<SteppedLane> {
  const { rpc, laneStore, operationStore, signer } = partsOf(chain, database);
  const accept = async (...calls: readonly ChainCall[]) => {
    await operationStore.add(calls.map((each) => newOperation(chain, each, signerAddress)));
  };
  await accept(call);
  const taken = await laneStore.take(randomUUID(), 600_000);
  const lane = taken.find((each) => each.signer === signerAddress);
  if (lane === undefined) throw new Error('The lane was not taken.');

  const clock = { ms: 1_000 };
  const head = createHeadWatcher(rpc, () => clock.ms);
  await head.poll();
  const events: OutboxEvent[] = [];
  const hubs = new Map([[0, chain.hub]]);
  return {
    events,
    clock,
    accept,
    async mine(blocks) {
      await rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]);
      await head.poll();
    },
    context: {
      settings: {
        chainId: chain.chainId,
        hubs,
        confirmations: 1,
        feeCap: () => 500_000_000_000n,
        symbol: 'ETH',
        pollMs: 50,
        largestBatch: 100,
        mostInFlight: 1_000,
        rebroadcastMs: 0,
        quietPollMs: 5_000,
        bumpAfterBlocks: 5,
        leaseMs: 600_000,
        ...settings,
      },
      rpc,
      store: laneStore,
      signer,
      head,
      gas: createGasModel(),
      windows: createRoundWindows(rpc, hubs),
      throttle: noThrottle,
      now: () => clock.ms,
      unixTime: () => Math.floor(Date.now() / 1_000),
      note: (event) => events.push(event),
      settled: () => undefined,
    },
    state: {
      lane,
      nextNonce: lane.nextNonce ?? 0,
      sent: new Map(),
      mined: new Map(),
      parked: new Map(),
      scannedTo: 0,
      reorgs: -1,
      lostUntil: null,
      holds: createLaneHolds(laneStore, lane, lane.hold),
    },
  };
}

/** The priority fee that the lanes offer. */
export const tip = () => Promise.resolve(1_000_000_000n);

/** Sends the accepted operations. */
export async function sendAccepted({ context, state }: SteppedLane): Promise<void> {
  await submit(context, state, tip, () => undefined);
  await broadcast(context, state);
}

/**
 * Lets no block be mined by itself during the tests. Each test has the next signer of the chain, whose nonce is 0; the function that
 * it returns tells which one, counted from 0.
 */
export function mineByHand(chain: Pick<TestChain, 'rpc'>): () => number {
  let index = -1;
  beforeEach(async () => {
    index += 1;
    await chain.rpc.call('evm_setAutomine', [false]);
  });
  afterEach(() => chain.rpc.call('evm_setAutomine', [true]));
  return () => index;
}

/** A transaction of the owner of the key, with the nonce 0 and more fees than the outbox offers; signed. */
export const signOutsideUse = ({ chainId }: Pick<TestChain, 'chainId'>, wallet: Wallet): Promise<string> =>
  wallet.signTransaction({
    type: 2,
    chainId,
    nonce: 0,
    to: wallet.address,
    gasLimit: 21_000n,
    maxFeePerGas: 400_000_000_000n,
    maxPriorityFeePerGas: 100_000_000_000n,
  });

/** Uses the nonce 0 of a signer from outside. */
export async function useNonceOutside(chain: TestChain, wallet: Wallet): Promise<void> {
  await chain.rpc.call('eth_sendRawTransaction', [await signOutsideUse(chain, wallet)]);
}

/** The statuses of a signer's operations, or the reasons of those that were refused, oldest first. */
export async function outcomesOf(
  { chainId }: Pick<TestChain, 'chainId'>,
  { sql }: Pick<Database, 'sql'>,
  signer: string,
): Promise<readonly (string | undefined)[]> {
  const text = 'select id from operation where signer = $1 order by sequence';
  const ids = (await sql.query({ name: '', text }, [signer])).map(([id]) => String(id));
  const found = await createOperationStore(sql, chainId).find(ids);
  return ids.map((id) => {
    const operation = found.find((each) => each.id === id);
    return operation?.error?.reason ?? operation?.status;
  });
}
