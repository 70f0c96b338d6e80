import type { LogDescription } from 'ethers';
import type { ChainCallKind } from '../../../core/chain/chain-call.ts';
import { toServiceNumber } from '../../../core/chain/hubs.ts';
import type { OperationResult } from '../../../core/operations/operation.ts';
import type { OperationOutcome, QueuedOperation } from '../../ports/lane-store.ts';
import { toChecksummed } from '../hub/checksummed.ts';
import { hubInterface } from '../hub/hub-interface.ts';
import { readBytes } from '../hub/read-bytes.ts';
import { toOperationError } from '../hub/reverts.ts';
import type { RpcLog, RpcReceipt } from '../rpc/receipt.ts';

const topicOf = (event: string) => hubInterface.getEvent(event)?.topicHash ?? event;
const CHANGED = topicOf('EntriesChanged');
const CHANGE_REJECTED = topicOf('EntryChangeRejected');
const PROVISIONED = topicOf('Provisioned');
const PROVISION_REJECTED = topicOf('ProvisionRejected');

/** The event that proves a success, and the fields of the result. */
type Proof = readonly [topic: string, ...fields: string[]];

const DRAWN = ['round', 'passportId', 'owner', 'beaconRound', 'randomness', 'total', 'ticket'];

/**
 * The events of which one proves the success of each kind that is alone in its transaction: that of the first place of a round, or
 * that of a later one. The others have keys in the hub.
 */
const PROOFS: Readonly<Partial<Record<ChainCallKind, readonly Proof[]>>> = {
  'create-giveaway': [[topicOf('GiveawayCreated'), 'giveaway']],
  'declare-winner': [
    [topicOf('WinnerDeclared'), 'round', 'passportId', 'owner'],
    [topicOf('PlaceDeclared'), 'round', 'place', 'passportId', 'owner'],
  ],
  'draw-winner': [
    [topicOf('WinnerDrawn'), ...DRAWN],
    [topicOf('PlaceDrawn'), 'round'],
  ],
  'void-round': [[topicOf('RoundVoided'), 'round']],
  'confirm-receipt': [
    [topicOf('ReceiptConfirmed'), 'round', 'passportId'],
    [topicOf('PlaceReceiptConfirmed'), 'round', 'place', 'passportId'],
  ],
  'set-round-metadata': [
    [topicOf('RoundMetadataSet'), 'round'],
    [topicOf('PlaceMetadataSet'), 'round', 'place'],
  ],
  'set-round-image': [
    [topicOf('RoundImageSet'), 'round'],
    [topicOf('PlaceImageSet'), 'round', 'place'],
  ],
  'record-prize-delivery': [
    [topicOf('PrizeDelivered'), 'round', 'revision'],
    [topicOf('PlaceDelivered'), 'round', 'place', 'revision'],
  ],
  'set-provider-signer': [[topicOf('ProviderSignerSet'), 'allowed', 'activeFrom']],
};
const PLACE_DRAWN = topicOf('PlaceDrawn');

/** The events of a transaction; those of operations with a key in the hub by that key. */
interface Events {
  readonly all: readonly RpcLog[];
  /** The first of each key: a removal may change several rounds, of which the newest comes first. */
  readonly changed: ReadonlyMap<string, RpcLog>;
  readonly provisioned: ReadonlyMap<string, RpcLog>;
  readonly rejected: ReadonlyMap<string, RpcLog>;
}

/** The outcomes of the operations of a mined, unreverted transaction, in their order. */
export function toOutcomes(
  operations: readonly QueuedOperation[],
  receipt: Pick<RpcReceipt, 'logs'>,
  hub: string,
): OperationOutcome[] {
  const events = readEvents(
    receipt.logs.filter(({ address }) => address.toLowerCase() === hub.toLowerCase()),
  );
  return operations.map((operation) => toOutcome(operation, events));
}

/** Whether an outcome is a success that the contracts did not ignore as a repetition. */
export function showsEffect({ error, result }: OperationOutcome): boolean {
  return error === null && Object.keys(result ?? {}).length > 0;
}

function readEvents(all: readonly RpcLog[]): Events {
  const changed = new Map<string, RpcLog>();
  const provisioned = new Map<string, RpcLog>();
  const rejected = new Map<string, RpcLog>();
  for (const log of all) {
    const [event, , secondTopic = ''] = log.topics;
    if (event === CHANGED) {
      // Hot: the key is the first word of the data, which needs no decoder.
      const key = log.data.slice(0, 66);
      if (!changed.has(key)) changed.set(key, log);
    } else if (event === PROVISIONED) provisioned.set(secondTopic, log);
    else if (event === CHANGE_REJECTED || event === PROVISION_REJECTED) rejected.set(secondTopic, log);
  }
  return { all, changed, provisioned, rejected };
}

function toOutcome({ id, opKey, hub, call: { kind } }: QueuedOperation, events: Events): OperationOutcome {
  const changed = events.changed.get(opKey);
  const provisioned = events.provisioned.get(opKey);
  if (kind === 'change-entries' && changed) return success(id, toEntriesChanged(changed));
  if (provisioned)
    return success(id, {
      passportId: toServiceNumber(hub, Number(provisioned.topics[3])),
      ...(changed && toEntriesChanged(changed)),
    });
  for (const [event, ...fields] of PROOFS[kind] ?? []) {
    const proof = events.all.find(({ topics }) => topics[0] === event);
    if (proof) return success(id, { ...toResult(proof, fields, hub), ...toDecided(events) });
  }
  return toRejection(id, events.rejected.get(opKey), hub);
}

/** How many places of a round have a winner after a draw of several. */
function toDecided({ all }: Events): OperationResult {
  const last = all.findLast(({ topics }) => topics[0] === PLACE_DRAWN);
  return last === undefined ? {} : { decided: Number(parse(last)?.args.getValue('place')) + 1 };
}

/** Without an event the operation had already taken effect: the contract ignored the repetition. */
function toRejection(id: string, rejected: RpcLog | undefined, hub: number): OperationOutcome {
  if (!rejected) return success(id, {});
  // The data is the reason's bytes, after the word with their offset.
  return { id, result: null, error: toOperationError(readBytes(rejected.data.slice(2), 1), hub) };
}

function success(id: string, result: OperationResult): OperationOutcome {
  return { id, error: null, result };
}

/**
 * A hot path, so it reads words by position: opKey, openRound, removed, amount, entries, roundTotal, leaf, reasonCode, evidence,
 * owner.
 */
function toEntriesChanged({ topics, data }: RpcLog): OperationResult {
  const word = (index: number) => data.slice(2 + index * 64, 66 + index * 64);
  return {
    round: Number(topics[2]),
    entries: Number(`0x${word(4)}`),
    roundTotal: Number(`0x${word(5)}`),
    owner: toChecksummed(word(9).slice(24)),
  };
}

function toResult(log: RpcLog, fields: readonly string[], hub: number): OperationResult {
  const args = parse(log)?.args;
  return Object.fromEntries(
    fields.map((field) => {
      // By name: the order of fields is not fixed, and names such as `entries` are also methods of the arguments.
      const value: unknown = args?.getValue(field);
      if (typeof value === 'bigint')
        return [field, field === 'passportId' ? toServiceNumber(hub, Number(value)) : Number(value)];
      return [field, typeof value === 'boolean' ? value : String(value)];
    }),
  );
}

function parse({ topics, data }: RpcLog): LogDescription | null {
  return hubInterface.parseLog({ topics: [...topics], data });
}
