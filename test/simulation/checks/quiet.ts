import type { EntryChangeCall } from '../../../src/core/chain/chain-call.ts';
import { isSettled, type Operation } from '../../../src/core/operations/operation.ts';
import { stateKeys } from '../chain/block-tree.ts';
import type { SentRequest } from '../run/clients.ts';
import type { World } from '../run/world.ts';
import { effectOf, readEffects, type Effects } from './effects.ts';
import { checkOrder, isOvertaken } from './order.ts';

/** What is still under way although nothing hinders it. */
export function findUnfinished(world: World, sent: readonly SentRequest[]): string[] {
  const { database, network, traits } = world;
  const ids = sent.map(({ operation }) => operation.id);
  const unfinished = database.operationStore
    .find(ids)
    .filter((operation) => !isSettled(operation))
    .map(({ id, status, hold }) => `${id} is ${status} (${String(hold)})`);
  const nextBlock = database.tables.cursor?.nextBlock ?? 0;
  // A block may have been made a moment ago.
  if (nextBlock + Math.ceil(3 / traits.chain.blockSeconds) <= network.tree.tip().number)
    unfinished.push(`the read model begins at block ${nextBlock} of ${network.tree.tip().number}`);
  const open = [...database.tables.transactions.values()].filter(({ state }) => state === 'SENT');
  return [...unfinished, ...open.map(({ id, nonce }) => `transaction ${id} with nonce ${nonce} is SENT`)];
}

/** Compares what is stored with the chain, while nothing is under way. */
export function checkQuiet(world: World, sent: readonly SentRequest[]): void {
  const { database, network } = world;
  const effects = readEffects(network.tree.tip());
  const stored = new Map(
    database.operationStore.find(sent.map(({ operation }) => operation.id)).map((each) => [each.id, each]),
  );
  for (const request of sent) {
    const operation = stored.get(request.operation.id);
    if (operation) checkOperation(world, request, operation, effects);
    else if (request.isAccepted) world.violate(`${request.operation.id} was accepted and is lost`);
    else if (effects.has(effectOf(world, request)))
      world.violate(`${request.operation.id} took effect and is not stored`);
  }
  checkOrder(world, [...stored.values()]);
  checkBlocks(world);
  for (const signer of world.signers) checkNonces(world, signer);
}

function checkOperation(world: World, request: SentRequest, operation: Operation, effects: Effects): void {
  const { violate, traits } = world;
  const { id, status, error } = operation;
  const transactions = effects.get(effectOf(world, request)) ?? [];
  const times = transactions.length;
  const isFailed = status === 'FAILED';
  if (times > 1) violate(`${id} took effect ${times} times`);
  if (isFailed && times > 0) violate(`${id} is FAILED (${error?.reason}) and took effect`);
  if (!isFailed && times === 0) violate(`${id} is ${status} and took no effect`);
  if (!isFailed && times === 1 && transactions[0] !== operation.transactionHash)
    violate(`${id} took effect in ${transactions[0]}, not in ${operation.transactionHash}`);
  if (!isFailed && Object.keys(operation.result ?? {}).length === 0)
    violate(`${id} is ${status} without a result`);
  if (!isFailed && request.expected !== 'success')
    violate(`${id} is ${status}, not refused: ${request.expected}`);
  if (isFailed && error?.reason !== request.expected && !isExcused(world, request, operation))
    violate(`${id} (${request.operation.call.kind}) is FAILED: ${error?.reason}, not ${request.expected}`);
  const told = request.response?.status;
  const mayDiffer =
    traits.disturbances.has('deep reorganisation') || traits.disturbances.has('node on a fork');
  if (told !== undefined && (told === 'FAILED') !== isFailed && !mayDiffer)
    violate(`${id} is ${status}, and its client was told ${told}`);
}

/** Whether faults that the service cannot make up for explain the failure. */
function isExcused(world: World, { operation }: SentRequest, { error }: Operation): boolean {
  const { weather, database } = world;
  const { signer, call } = operation;
  const row = database.tables.operations.get(operation.id);
  if (error?.reason === 'OVERTAKEN') return row !== undefined && isOvertaken(world, row);
  if (error?.code === 'INSUFFICIENT_FUNDS') return weather.everPoor.has(signer);
  return call.kind === 'change-entries' && call.remove && lacksIssue(world, call);
}

/** Whether an issue of such entries has failed, so that there may be too few to remove. Only one signer changes a passport's. */
function lacksIssue({ database }: World, { giveaway, passportId }: EntryChangeCall): boolean {
  return [...database.tables.operations.values()].some(
    ({ added: { call }, error }) =>
      call.kind === 'change-entries' &&
      !call.remove &&
      call.giveaway === giveaway &&
      call.passportId === passportId &&
      error !== null,
  );
}

/** Every mined transaction is where the database says. */
function checkBlocks({ database, network, violate }: World): void {
  const tip = network.tree.tip();
  for (const { id, state, blockNumber, blockHash, hash } of database.tables.transactions.values()) {
    if (state === 'SENT' || state === 'REPLACED' || blockNumber === null || hash === null) continue;
    const block = network.tree.find(tip, hash);
    if (block?.hash !== blockHash)
      violate(`transaction ${id} is ${state} in block ${blockNumber}, which lacks it`);
  }
}

/** Every nonce of the signer was used by a transaction that is known. */
function checkNonces({ database, network, outside, violate }: World, signer: string): void {
  const tip = network.tree.tip();
  const next = Number(network.tree.read(tip, stateKeys.nonce(signer.toLowerCase())) ?? 0);
  const known = [...database.tables.transactions.values()].filter((row) => row.signer === signer);
  const used = known.filter(({ attempts }) =>
    attempts.some(({ hash }) => hash !== null && network.tree.find(tip, hash) !== undefined),
  ).length;
  const others = [...outside].filter(
    (hash) => network.parse(hash).from === signer.toLowerCase() && network.tree.find(tip, hash) !== undefined,
  ).length;
  if (used + others !== next)
    violate(
      `the chain has ${next} transactions of ${signer}, of which ${used} are stored and ${others} are of others`,
    );
}
