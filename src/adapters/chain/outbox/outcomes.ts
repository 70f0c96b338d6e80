import { getAddress, type LogDescription } from 'ethers';
import type { ChainCallKind } from '../../../core/operations/chain-call.ts';
import type { OperationResult } from '../../../core/operations/operation.ts';
import type { OperationOutcome, QueuedOperation } from '../../../core/ports/lane-store.ts';
import { hubInterface, toOpKey } from '../hub-calls.ts';
import { toOperationError } from '../reverts.ts';
import type { RpcLog, RpcReceipt } from './receipt.ts';

const topicOf = (event: string) => hubInterface.getEvent(event)?.topicHash ?? event;
const CHANGED = topicOf('EntriesChanged');
const REJECTED = topicOf('EntryChangeRejected');

/** The event that proves each kind's success, and what it tells. */
const PROOFS: Readonly<Record<ChainCallKind, readonly [event: string, ...fields: string[]]>> = {
  'create-giveaway': ['GiveawayCreated', 'giveaway'],
  'change-entries': ['EntriesChanged'],
  'declare-winner': ['WinnerDeclared', 'round', 'passportId', 'owner'],
  'draw-winner': [
    'WinnerDrawn',
    'round',
    'passportId',
    'owner',
    'beaconRound',
    'randomness',
    'total',
    'ticket',
  ],
  'confirm-receipt': ['ReceiptConfirmed', 'round', 'passportId'],
  'set-round-metadata': ['RoundMetadataSet', 'round'],
  'set-round-image': ['RoundImageSet', 'round'],
  'record-prize-delivery': ['PrizeDelivered', 'round'],
  'provision-mint': ['Provisioned', 'passportId'],
  'provision-transfer': ['Provisioned', 'passportId'],
  'set-provider-signer': ['ProviderSignerSet', 'allowed'],
};

/** What a mined, unreverted transaction did to its operations, in their order. */
export function toOutcomes(
  operations: readonly QueuedOperation[],
  receipt: Pick<RpcReceipt, 'logs'>,
  hub: string,
): OperationOutcome[] {
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === hub.toLowerCase());
  if (operations.length === 1) return operations.map((operation) => toOutcome(operation, logs));

  const changed = new Map<string, RpcLog>();
  const rejected = new Map<string, RpcLog>();
  for (const log of logs) {
    // Hot: the key is the first word of the data, which needs no decoder.
    if (log.topics[0] === CHANGED) changed.set(log.data.slice(0, 66), log);
    else if (log.topics[0] === REJECTED) rejected.set(log.topics[2] ?? '', log);
  }
  return operations.map(({ id }) => {
    const key = toOpKey(id);
    const log = changed.get(key);
    return log ? success(id, toEntriesChanged(log)) : toRejection(id, rejected.get(key));
  });
}

function toOutcome({ id, call: { kind } }: QueuedOperation, logs: readonly RpcLog[]): OperationOutcome {
  const [event, ...fields] = PROOFS[kind];
  const proof = logs.find(({ topics }) => topics[0] === topicOf(event));
  if (!proof) {
    return toRejection(
      id,
      logs.find(({ topics }) => topics[0] === REJECTED && topics[2] === toOpKey(id)),
    );
  }
  const issued = logs.find(({ topics }) => topics[0] === CHANGED);
  return success(id, {
    ...(kind === 'change-entries' ? toEntriesChanged(proof) : toResult(proof, fields)),
    ...(kind.startsWith('provision') && issued && toEntriesChanged(issued)),
  });
}

/** Without an event of its own, the change had taken effect before: the contract only noted the repetition. */
function toRejection(id: string, rejected: RpcLog | undefined): OperationOutcome {
  if (!rejected) return success(id, {});
  const { reason } = (parse(rejected)?.args.toObject() ?? {}) as { readonly reason?: string };
  return { id, result: null, error: toOperationError(reason ?? '0x') };
}

function success(id: string, result: OperationResult): OperationOutcome {
  return { id, error: null, result };
}

/** Hot, so by the places of the words: opKey, removed, amount, entries, roundTotal, leaf, reason, evidence, owner. */
function toEntriesChanged({ topics, data }: RpcLog): OperationResult {
  const word = (place: number) => data.slice(2 + place * 64, 66 + place * 64);
  return {
    round: Number(topics[2]),
    entries: Number(`0x${word(3)}`),
    roundTotal: Number(`0x${word(4)}`),
    owner: getAddress(`0x${word(8).slice(24)}`),
  };
}

function toResult(log: RpcLog, fields: readonly string[]): OperationResult {
  const args = parse(log)?.args;
  return Object.fromEntries(
    fields.map((field) => {
      // By position would need the order, and names such as `entries` are methods of the arguments too.
      const value: unknown = args?.getValue(field);
      if (typeof value === 'bigint') return [field, Number(value)];
      return [field, typeof value === 'boolean' ? value : String(value)];
    }),
  );
}

function parse({ topics, data }: RpcLog): LogDescription | null {
  return hubInterface.parseLog({ topics: [...topics], data });
}
