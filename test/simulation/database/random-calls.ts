import type { NewTransaction } from '../../../src/adapters/ports/lane-store.ts';
import { entryChange, roundMetadata } from '../../chain/outbox/support/harness.ts';
import { hashOf } from '../chain/block.ts';
import type { Chance } from '../clock/chance.ts';
import { idOf, minedAt, toNamed, toPlaced, type Side } from './both-stores.ts';

/** A call of the stores, with the same arguments for every side; responses name transactions by their order. */
export interface StoreCall {
  readonly name: string;
  make(side: Side): Promise<unknown>;
}

export interface StoreCalls {
  readonly names: readonly string[];
  next(): StoreCall;
}

const SIGNERS = ['signer a', 'signer b', 'signer c'];
const HUBS = ['hub', 'former hub'];
const LEASE_MS = 600_000;
const ERROR = { code: 'CONTRACT_REVERT', reason: 'NO_ENTRIES', message: 'No.' } as const;
const OUT_OF_GAS = { ...ERROR, reason: 'OUT_OF_GAS' };

/** Random calls, in an order that reaches every state of operations and transactions. */
export function createCalls(chance: Chance): StoreCalls {
  const operations: string[] = [];
  let transactions = 0;
  let lanes = 0;
  let hashes = 0;

  const some = <Item>(items: readonly Item[], most = 3) =>
    Array.from({ length: items.length === 0 ? 0 : chance.whole(1, most) }, () => chance.of(items));
  const anOperation = () => chance.of(operations);
  /** A transaction by its place in the order, mostly a late one. */
  const place = () => Math.max(0, transactions - 1 - Math.floor(chance.around(4)));
  const block = () => chance.whole(1, 40);
  const lane = (side: Side, back: number) => side.lanes.at(-1 - back) ?? { signer: '', owner: '', fence: 0 };
  /** Mostly the newest lease of any lane, sometimes one that was lost. */
  const back = () =>
    chance.is(0.9) ? Math.min(chance.whole(0, 2), Math.max(0, lanes - 1)) : chance.whole(0, 6);
  const outcome = (id: string) => {
    const error = chance.is(0.3) ? chance.of([ERROR, OUT_OF_GAS]) : null;
    return { id, error, result: error === null ? { entries: chance.whole(1, 9) } : null };
  };
  const inOrder = <Found extends { readonly operationId: string }>(found: readonly Found[]) =>
    found.toSorted(
      (one, other) => operations.indexOf(one.operationId) - operations.indexOf(other.operationId),
    );

  const makers: Readonly<Record<string, () => StoreCall['make']>> = {
    add() {
      const known = operations.length;
      const added = Array.from({ length: chance.whole(1, 4) }, () => {
        const id = operations.length > 0 && chance.is(0.1) ? anOperation() : `opn_${operations.length}`;
        if (!operations.includes(id)) operations.push(id);
        return {
          id,
          providerKey: hashOf('provider'),
          signer: chance.of(SIGNERS),
          call: chance.is(0.5) ? entryChange('0x01', 1, 1) : roundMetadata('0x01', chance.whole(0, 1)),
        };
      });
      return async (side) => {
        await side.operationStore.add(added);
        await side.setKeys(operations.slice(known));
      };
    },
    take() {
      const owner = `owner ${lanes}`;
      const except = chance.is(0.3) ? [chance.of(SIGNERS)] : [];
      const isExpired = chance.is(0.5);
      lanes += 1;
      return async (side) => {
        if (isExpired) await side.expireLeases();
        const taken = await side.laneStore.take(owner, LEASE_MS, except);
        const inOrder = taken.toSorted((one, other) => (one.signer < other.signer ? -1 : 1));
        side.lanes.push(...inOrder);
        return inOrder;
      };
    },
    renew() {
      const renewed = [back(), back()];
      return async (side) => {
        const { owned, mayTake } = await side.laneStore.renew(
          [...new Map(renewed.map((each) => lane(side, each)).map((each) => [each.signer, each])).values()],
          LEASE_MS,
        );
        return { owned: Object.fromEntries(owned), mayTake };
      };
    },
    release() {
      const released = back();
      return (side) => side.laneStore.release([lane(side, released)]);
    },
    hold() {
      const [held, reason] = [back(), chance.of(['RPC_DOWN', null] as const)];
      return (side) => side.laneStore.hold(lane(side, held), reason);
    },
    queued() {
      const [held, except, limit] = [back(), some(operations), chance.whole(1, 5)];
      return async (side) =>
        (await side.laneStore.queued(lane(side, held), except, limit)).map(toNamed(side));
    },
    open() {
      const held = back();
      return async (side) => (await side.laneStore.open(lane(side, held))).map(toPlaced(side));
    },
    operations() {
      const ids = some(operations);
      return async (side) => {
        const found = await side.laneStore.operations(ids);
        return found
          .map(toNamed(side))
          .toSorted((one, other) => operations.indexOf(one.id) - operations.indexOf(other.id));
      };
    },
    transactions() {
      const places = [place(), place()];
      return async (side) => {
        const found = await side.laneStore.transactions(places.map((each) => idOf(side, each)));
        return found.map(toPlaced(side)).toSorted((one, other) => one.id - other.id);
      };
    },
    reserve() {
      const held = back();
      const ids = [some(operations), some(operations)];
      const nonces = [transactions, transactions + 1].map((nonce) => nonce + (chance.is(0.05) ? -3 : 0));
      const reserved = nonces.map((nonce, index): NewTransaction => ({
        nonce,
        to: chance.of(HUBS),
        data: '0x1234',
        gasLimit: 100_000,
        maxFeePerGas: 2n ** 70n,
        maxPriorityFeePerGas: 3n,
        operationIds: [...new Set(ids[index])].filter((id) => index === 0 || !ids[0]?.includes(id)),
      }));
      // Counted even if it is refused, so that nonces grow.
      const first = transactions;
      transactions += 2;
      return async (side) => {
        side.ids.push(-1, -2);
        const given = await side.laneStore.reserve(lane(side, held), reserved);
        side.ids.splice(first, 2, ...given);
        return given.length;
      };
    },
    reserveAttempts() {
      const [held, at, attempt] = [back(), place(), chance.whole(2, 4)];
      return async (side) => {
        const transactionId = idOf(side, at);
        if (transactionId <= 0) return undefined;
        const fees = { maxFeePerGas: 5n, maxPriorityFeePerGas: 4n };
        return side.laneStore.reserveAttempts(lane(side, held), [{ transactionId, attempt, ...fees }]);
      };
    },
    saveSigned() {
      const [held, at, attempt] = [back(), place(), chance.whole(1, 2)];
      hashes += 1;
      const hash = hashOf(`signed ${chance.is(0.05) ? hashes - 1 : hashes}`);
      return (side) =>
        side.laneStore.saveSigned(lane(side, held), [
          { transactionId: idOf(side, at), attempt, raw: '0xab', hash },
        ]);
    },
    markBroadcast() {
      const [held, at] = [back(), place()];
      return (side) =>
        side.laneStore.markBroadcast(lane(side, held), [{ transactionId: idOf(side, at), attempt: 1 }]);
    },
    reject() {
      const [held, id] = [back(), anOperation()];
      return (side) => side.laneStore.reject(lane(side, held), [{ id, error: ERROR }]);
    },
    saveMined() {
      const [held, at, number, state] = [
        back(),
        place(),
        block(),
        chance.of(['MINED', 'CONFIRMED'] as const),
      ];
      const outcomes = [...new Set(some(operations, 6))].map(outcome);
      return (side) =>
        side.laneStore.saveMined(lane(side, held), [minedAt(side, at, state, number, outcomes)]);
    },
    ...advances(),
    requeue() {
      const [held, at, state] = [back(), place(), chance.of(['REPLACED', 'CONFIRMED'] as const)];
      const ids = [...operations];
      return (side) => side.laneStore.requeue(lane(side, held), idOf(side, at), state, ids);
    },
    revive() {
      const [held, nonce] = [back(), place()];
      return async (side) => {
        const revived = await side.laneStore.revive(lane(side, held), nonce);
        return revived && toPlaced(side)(revived);
      };
    },
    reopen() {
      const [held, nonce, hubs] = [back(), place(), some(HUBS)];
      return async (side) =>
        (await side.laneStore.reopen(lane(side, held), nonce, hubs))
          .map((id) => side.ids.indexOf(id))
          .toSorted((one, other) => one - other);
    },
    reopenAbove() {
      const [number, hubs] = [block(), some(HUBS)];
      return (side) => side.laneStore.reopenAbove(number, hubs);
    },
    atNonce() {
      const [held, nonce] = [back(), place()];
      return async (side) => {
        const found = await side.laneStore.atNonce(lane(side, held), nonce);
        return found && { id: side.ids.indexOf(found.id), hashes: found.hashes.toSorted() };
      };
    },
    renewKeys() {
      const [held, id] = [back(), anOperation()];
      const key = { operationId: id, opKey: hashOf(`renewed ${transactions}`) };
      return (side) => side.laneStore.renewKeys(lane(side, held), [key]);
    },
    adopt() {
      const [held, at, number, id] = [back(), place(), block(), anOperation()];
      const state = chance.of(['MINED', 'CONFIRMED'] as const);
      const own = outcome(id);
      return async (side) =>
        idOf(side, at) > 0
          ? side.laneStore.adopt(lane(side, held), id, minedAt(side, at, state, number, [own]))
          : undefined;
    },
    overtaken() {
      const [held, ids] = [back(), [...operations]];
      return async (side) => inOrder(await side.laneStore.overtaken(lane(side, held), ids));
    },
    refusedEarly() {
      const [held, at] = [back(), place()];
      return async (side) => {
        const found = await side.laneStore.refusedEarly(lane(side, held), [idOf(side, at)]);
        return inOrder(found).map(({ operationId }) => operationId);
      };
    },
    highestBlock: () => (side) => side.laneStore.highestBlock(),
    find() {
      const ids = operations.slice(-12);
      return async (side) => {
        const found = await side.operationStore.find(ids);
        return found
          .map(({ id, status, error, result, hold, transactionHash, blockNumber, blockHash }) => ({
            id,
            status,
            error,
            result,
            hold,
            transactionHash,
            blockNumber,
            blockHash,
          }))
          .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
      };
    },
  };

  function advances(): Record<string, () => StoreCall['make']> {
    return Object.fromEntries(
      (['confirm', 'finalize', 'unmine'] as const).map((name) => [
        name,
        () => {
          const [held, places] = [back(), [place(), place(), place()]];
          return (side: Side) =>
            side.laneStore[name](
              lane(side, held),
              places.map((each) => idOf(side, each)),
            );
        },
      ]),
    );
  }

  const names = Object.keys(makers);
  // The first calls make what the others need.
  const first = ['add', 'add', 'take', 'reserve'];
  return {
    names,
    next() {
      const name =
        first.shift() ?? chance.of([...names, 'add', 'reserve', 'reserve', 'saveMined', 'find', 'find']);
      const make = makers[name];
      if (make === undefined) throw new Error(`There is no call ${name}.`);
      return { name, make: make() };
    },
  };
}
