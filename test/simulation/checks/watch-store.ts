import type { Lane, LaneStore } from '../../../src/adapters/ports/lane-store.ts';
import type { OperationError } from '../../../src/core/operations/operation.ts';
import { encodeCall } from '../../../src/adapters/chain/hub/hub-calls.ts';
import type { ModelBlock } from '../chain/block.ts';
import { stateKeys } from '../chain/block-tree.ts';
import type { Immediate, TransactionRow } from '../database/tables.ts';
import type { World } from '../run/world.ts';
import { isOvertaken } from './order.ts';

/** Longer than any call is under way. */
const RECENT_MS = 300_000;
/** Longer than most calls are: of what a signer held before, little is known after a while. */
const SHORT_MS = 90_000;

/** The lane store, with a look at every write: what is stored must be true at that moment, or have been a short time before. */
export function watchStore(world: World): Immediate<LaneStore> {
  const { database, violate } = world;
  const { laneStore, tables } = database;
  const confirmed = (ids: readonly number[]) => {
    for (const id of ids) {
      const row = tables.transactions.get(id);
      if (row?.state === 'CONFIRMED' && !isDeep(world, row))
        violate(
          `transaction ${id} is CONFIRMED at block ${row.blockNumber} ${row.blockHash}, which is not deep enough`,
        );
    }
  };
  return {
    ...laneStore,
    take(owner, leaseMs, except) {
      const before = new Map([...tables.lanes].map(([signer, { fence }]) => [signer, fence]));
      const taken = laneStore.take(owner, leaseMs, except);
      for (const { signer, fence } of taken)
        if (fence <= (before.get(signer) ?? -1)) violate(`the lane of ${signer} has an old fence`);
      return taken;
    },
    reserve(lane, transactions) {
      const ids = laneStore.reserve(lane, transactions);
      if (transactions.some(({ operationIds }) => operationIds.length > 0)) requireBudget(world, lane);
      return ids;
    },
    reject(lane, rejections) {
      for (const { id, error } of rejections) requireRefusal(world, lane, id, error);
      laneStore.reject(lane, rejections);
    },
    saveMined(lane, mined) {
      laneStore.saveMined(lane, mined);
      confirmed(mined.filter(({ state }) => state === 'CONFIRMED').map(({ id }) => id));
    },
    adopt(lane, operationId, transaction) {
      laneStore.adopt(lane, operationId, transaction);
      if (transaction.state === 'CONFIRMED') confirmed([transaction.id]);
    },
    confirm(lane, ids) {
      laneStore.confirm(lane, ids);
      confirmed(ids);
    },
  };
}

/** Whether the transaction's block was deep enough on a chain that was the canonical one a short time before. */
function isDeep({ network, traits }: World, { blockNumber, blockHash }: TransactionRow): boolean {
  return network
    .recentTips(RECENT_MS)
    .some(
      (tip) =>
        tip.number - (blockNumber ?? 0) + 1 >= traits.confirmations &&
        network.tree.at(tip, blockNumber ?? 0)?.hash === blockHash,
    );
}

/**
 * All open transactions together must have been within what the signer held. Those that were mined a short time before do not
 * count: the instance chose the others before it learned of the reorganisation.
 */
function requireBudget({ network, database, violate }: World, { signer }: Lane): void {
  const tips = network.recentTips(SHORT_MS);
  const read = (key: string) => tips.map((tip) => Number(network.tree.read(tip, key) ?? 0));
  const nextNonce = Math.max(...read(stateKeys.nonce(signer.toLowerCase())));
  const open = [...(database.tables.open.get(signer) ?? [])].filter(
    ({ state, operationIds, nonce }) => state === 'SENT' && operationIds.length > 0 && nonce >= nextNonce,
  );
  const cost = open.reduce(
    (sum, { gasLimit, attempts }) => sum + BigInt(gasLimit) * (attempts[0]?.maxFeePerGas ?? 0n),
    0n,
  );
  const held = Math.max(...read(stateKeys.balance(signer.toLowerCase())));
  if (Number(cost) > held) violate(`the open transactions of ${signer} may cost ${cost} wei, of ${held}`);
}

/** A refusal must be what the contracts answered on a state of a short time before. */
function requireRefusal(world: World, { signer }: Lane, id: string, error: OperationError): void {
  const { network, database, violate } = world;
  const row = database.tables.operations.get(id);
  if (row === undefined) return;
  const states = network.recentTips(RECENT_MS).filter((tip) => !network.tree.isPruned(tip));
  if (error.code === 'INSUFFICIENT_FUNDS') {
    const [held, needed] = [
      BigInt(String(error.values?.['balance'])),
      BigInt(String(error.values?.['needed'])),
    ];
    const isHeld = (tip: ModelBlock) =>
      network.tree.read(tip, stateKeys.balance(signer.toLowerCase())) === held;
    if (!states.some(isHeld) || needed <= held)
      violate(`${id} is refused for lack of funds: ${signer} holds ${held} wei, and it takes ${needed}`);
    return;
  }
  if (error.reason === 'OVERTAKEN') {
    if (!isOvertaken(world, row)) violate(`${id} is refused as overtaken, and no later operation is final`);
    return;
  }
  const data = encodeCall({ opKey: row.opKey, call: row.added.call });
  const isRefused = (tip: ModelBlock) =>
    network.tree.call(tip, { from: signer.toLowerCase(), data, timestamp: tip.timestamp }).revert !==
    undefined;
  if (!states.some(isRefused)) violate(`${id} is refused (${error.reason}), which the contracts never did`);
}
