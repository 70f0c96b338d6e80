import type { LogDescription } from 'ethers';
import type { ChainCallKind } from '../../../core/chain/chain-call.ts';
import type { OperationResult } from '../../../core/operations/operation.ts';
import type { OperationOutcome, QueuedOperation } from '../../ports/lane-store.ts';
import { toChecksummed } from '../hub/checksummed.ts';
import { hubInterface } from '../hub/hub-interface.ts';
import { readBytes } from '../hub/read-bytes.ts';
import { toOperationError } from '../hub/reverts.ts';
import type { RpcLog, RpcReceipt } from '../rpc/receipt.ts';

const topicOf = (event: string) => hubInterface.getEvent(event)?.topicHash ?? event;
const CHANGED = topicOf('EntriesChanged');
const REJECTED = topicOf('EntryChangeRejected');

/** The event that proves the success of each kind, and the fields of its result. */
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

const PROOF_TOPICS = new Map(Object.entries(PROOFS).map(([kind, [event]]) => [kind, topicOf(event)]));

/** The outcomes of the operations of a mined, unreverted transaction, in their order. */
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
  return operations.map(({ id, opKey }) => {
    const log = changed.get(opKey);
    return log ? success(id, toEntriesChanged(log)) : toRejection(id, rejected.get(opKey));
  });
}

function toOutcome(operation: QueuedOperation, logs: readonly RpcLog[]): OperationOutcome {
  const {
    id,
    opKey,
    call: { kind },
  } = operation;
  const [, ...fields] = PROOFS[kind];
  const topic = PROOF_TOPICS.get(kind);
  const proof = logs.find(({ topics }) => topics[0] === topic);
  if (!proof) {
    return toRejection(
      id,
      logs.find(({ topics }) => topics[0] === REJECTED && topics[2] === opKey),
    );
  }
  const issued = logs.find(({ topics }) => topics[0] === CHANGED);
  return success(id, {
    ...(kind === 'change-entries' ? toEntriesChanged(proof) : toResult(proof, fields)),
    ...(kind.startsWith('provision') && issued && toEntriesChanged(issued)),
  });
}

/** Without an event the change had already taken effect: the contract ignored the repetition. */
function toRejection(id: string, rejected: RpcLog | undefined): OperationOutcome {
  if (!rejected) return success(id, {});
  // The data is the reason's bytes, after the word with their offset.
  return { id, result: null, error: toOperationError(readBytes(rejected.data.slice(2), 1)) };
}

function success(id: string, result: OperationResult): OperationOutcome {
  return { id, error: null, result };
}

/** A hot path, so it reads words by position: opKey, removed, amount, entries, roundTotal, leaf, reason, evidence, owner. */
function toEntriesChanged({ topics, data }: RpcLog): OperationResult {
  const word = (index: number) => data.slice(2 + index * 64, 66 + index * 64);
  return {
    round: Number(topics[2]),
    entries: Number(`0x${word(3)}`),
    roundTotal: Number(`0x${word(4)}`),
    owner: toChecksummed(word(8).slice(24)),
  };
}

function toResult(log: RpcLog, fields: readonly string[]): OperationResult {
  const args = parse(log)?.args;
  return Object.fromEntries(
    fields.map((field) => {
      // By name: the order of fields is not fixed, and names such as `entries` are also methods of the arguments.
      const value: unknown = args?.getValue(field);
      if (typeof value === 'bigint') return [field, Number(value)];
      return [field, typeof value === 'boolean' ? value : String(value)];
    }),
  );
}

function parse({ topics, data }: RpcLog): LogDescription | null {
  return hubInterface.parseLog({ topics: [...topics], data });
}
