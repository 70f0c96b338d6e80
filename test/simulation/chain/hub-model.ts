import { AbiCoder, keccak256, ZeroAddress, ZeroHash } from 'ethers';
import { toWord } from '../../../src/adapters/chain/hub/words.ts';
import { decodeCallData, type DecodedChange, type DecodedProvision } from './call-data.ts';
import {
  encodeChanged,
  encodeError,
  encodeHubLog,
  encodePassportError,
  encodePassportLog,
  encodeResults,
  type Addresses,
  type ModelLog,
} from './hub-logs.ts';
import { recordDelivery, setMetadata } from './hub-prizes.ts';
import {
  keys,
  refuseSigner,
  type Done,
  type Holding,
  type HubCall,
  type HubStorage,
  type ModelGiveaway,
  type Running,
} from './hub-state.ts';

export interface Execution {
  /** The encoded error of a call that reverts. */
  readonly revert?: string;
  readonly output: string;
  readonly logs: readonly ModelLog[];
  readonly gas: number;
}

const NEW_HOLDER_GAS = 31_000;
const MINT_GAS = 69_000;
const GAS: Readonly<Record<string, number>> = {
  createGiveaway: 140_000,
  recordPrizeDelivery: 90_000,
  setRoundMetadata: 60_000,
  keyOf: 25_000,
};

/**
 * What the contracts do with a call in a giveaway of one round, as far as the simulation uses them. The gas is invented, of the
 * right size. test/simulation/hub-model.test.ts compares the rest with the contracts.
 */
export function executeCall(addresses: Addresses, storage: HubStorage, call: HubCall): Execution {
  const running: Running = { ...call, addresses, storage, logs: [] };
  const decoded = decodeCallData(call.data);
  if (decoded.kind === 'changes') return changeEntries(running, decoded);
  if (decoded.kind === 'provisions') return provision(running, decoded);
  const { name, args } = decoded;
  const gas = GAS[name] ?? 60_000;
  const done = callOther(running, name, args);
  return 'revert' in done
    ? { revert: done.revert, output: '0x', logs: [], gas }
    : { output: done.output, logs: running.logs, gas };
}

function callOther(running: Running, name: string, args: readonly unknown[]): Done {
  switch (name) {
    case 'createGiveaway':
      return createGiveaway(running, String(args[0]), args[1] as CreateOptions);
    case 'recordPrizeDelivery':
      return recordDelivery(running, args);
    case 'setRoundMetadata':
      return setMetadata(running, args);
    case 'keyOf':
      return { output: keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'string'], args)) };
    case 'giveawayOf':
      // Only texts of errors use it.
      return { revert: '0x' };
    default:
      throw new Error(`The model of the hub has no ${name}.`);
  }
}

interface CreateOptions {
  readonly externalId: string;
  readonly startTime: bigint;
  readonly endTime: bigint;
}

function createGiveaway(running: Running, provider: string, options: CreateOptions): Done {
  const { storage, from, addresses, logs } = running;
  const refusal = refuseSigner(running, provider);
  if (refusal !== undefined) return { revert: refusal };
  const giveaway = keccak256(
    AbiCoder.defaultAbiCoder().encode(['bytes32', 'string'], [provider, options.externalId]),
  );
  if (storage.get(keys.giveaway(giveaway)) !== undefined)
    return { revert: encodeError('GiveawayExists', [giveaway]) };
  const { startTime, endTime } = options;
  const kept: ModelGiveaway = {
    provider,
    startTime: Number(startTime),
    endTime: Number(endTime),
    winner: 0,
  };
  storage.set(keys.giveaway(giveaway), kept);
  logs.push(encodeHubLog(addresses, 'GiveawayCreated', [giveaway, provider, from, options]));
  return { output: giveaway };
}

function changeEntries(
  running: Running,
  {
    giveaway,
    changes,
    isBatch,
  }: { readonly giveaway: string; readonly changes: readonly DecodedChange[]; readonly isBatch: boolean },
): Execution {
  const { storage, logs, addresses } = running;
  const kept = storage.get(keys.giveaway(giveaway)) as ModelGiveaway | undefined;
  const gas = 60_000 + changes.reduce((sum, change) => sum + gasOfChange(storage, giveaway, change), 0);
  const refusal =
    kept === undefined ? encodeError('GiveawayUnknown', [giveaway]) : refuseSigner(running, kept.provider);
  if (kept === undefined || refusal !== undefined) return reverted(refusal, gas);
  const results = changes.map((change) => {
    const result = changeOnce(running, giveaway, kept, change);
    if (isBatch && result !== '0x')
      logs.push(encodeHubLog(addresses, 'EntryChangeRejected', [giveaway, change.opKey, result]));
    return result;
  });
  if (isBatch) return { output: encodeResults(results), logs, gas };
  return results[0] === '0x' ? { output: '0x', logs, gas } : reverted(results[0], gas);
}

const reverted = (revert = '0x', gas: number): Execution => ({ revert, output: '0x', logs: [], gas });

function gasOfChange(storage: HubStorage, giveaway: string, { passportId }: DecodedChange): number {
  return storage.get(keys.holding(giveaway, passportId)) === undefined ? NEW_HOLDER_GAS : 17_000;
}

/** 0x for a success, which a repetition is too; else the encoded error. */
function changeOnce(running: Running, giveaway: string, kept: ModelGiveaway, change: DecodedChange): string {
  const { storage, addresses, logs } = running;
  if (storage.get(keys.used(kept.provider, change.opKey)) !== undefined) {
    logs.push(encodeHubLog(addresses, 'OperationReplayed', [kept.provider, change.opKey]));
    return '0x';
  }
  const { passportId, amount, expectedOwner } = change;
  const refusal = refuseChange(running, giveaway, kept, passportId, amount);
  if (refusal !== undefined) return refusal;
  const owner = storage.get(keys.owner(passportId)) as string | undefined;
  if (owner === undefined) return encodeError('PassportMissing', [passportId]);
  if (expectedOwner !== ZeroAddress && expectedOwner !== owner)
    return encodeError('OwnerMismatch', [passportId, expectedOwner, owner]);
  const held = (storage.get(keys.holding(giveaway, passportId)) as Holding | undefined)?.entries ?? 0;
  if (change.remove && held < amount) return encodeError('NotEnoughEntries', [passportId, held, amount]);
  storage.set(keys.used(kept.provider, change.opKey), true);
  move(running, { ...change, giveaway, owner, removed: change.remove });
  return '0x';
}

function refuseChange(
  { timestamp }: Running,
  giveaway: string,
  { startTime, endTime }: ModelGiveaway,
  passportId: number,
  amount: number,
): string | undefined {
  if (timestamp < startTime || (endTime !== 0 && timestamp >= endTime))
    return encodeError('RoundNotActive', [giveaway, timestamp]);
  return amount === 0 ? encodeError('AmountInvalid', [passportId, amount]) : undefined;
}

interface Movement {
  readonly giveaway: string;
  readonly passportId: number;
  readonly opKey: string;
  readonly removed: boolean;
  readonly amount: number;
  readonly reasonCode: number;
  readonly evidence: string;
  readonly owner: string;
}

/** Stores a change that was checked, and emits its event. */
function move({ storage, from, addresses, logs }: Running, movement: Movement): void {
  const { giveaway, passportId, removed, amount } = movement;
  const round = (storage.get(keys.round(giveaway)) ?? { total: 0, leaves: 0 }) as {
    readonly total: number;
    readonly leaves: number;
  };
  const holding = storage.get(keys.holding(giveaway, passportId)) as Holding | undefined;
  const leaf = holding?.leaf ?? round.leaves;
  const entries = (holding?.entries ?? 0) + (removed ? -amount : amount);
  const total = round.total + (removed ? -amount : amount);
  storage.set(keys.holding(giveaway, passportId), { entries, leaf } satisfies Holding);
  storage.set(keys.round(giveaway), { total, leaves: Math.max(round.leaves, leaf + 1) });
  logs.push(encodeChanged(addresses, { ...movement, entries, roundTotal: total, leaf, signer: from }));
}

function provision(
  running: Running,
  {
    provider,
    items,
    isBatch,
  }: { readonly provider: string; readonly items: readonly DecodedProvision[]; readonly isBatch: boolean },
): Execution {
  const { logs, addresses } = running;
  const perItem = MINT_GAS + (items.some(({ giveaway }) => giveaway !== ZeroHash) ? NEW_HOLDER_GAS : 0);
  const gas = 60_000 + items.length * perItem;
  const refusal = refuseSigner(running, provider);
  if (refusal !== undefined) return reverted(refusal, gas);
  const results = items.map((item) => {
    const result = provisionOnce(running, provider, item);
    if (isBatch && result.refusal !== '0x')
      logs.push(encodeHubLog(addresses, 'ProvisionRejected', [provider, item.opKey, result.refusal]));
    return result;
  });
  if (isBatch) return { output: encodeResults(results.map((result) => result.refusal)), logs, gas };
  const [{ refusal: revert, passportId } = { refusal: '0x', passportId: 0 }] = results;
  return revert === '0x' ? { output: `0x${toWord(passportId)}`, logs, gas } : reverted(revert, gas);
}

interface Provisioned {
  /** 0x for a success. */
  readonly refusal: string;
  readonly passportId: number;
}

function provisionOnce(running: Running, provider: string, item: DecodedProvision): Provisioned {
  const { storage, from, addresses, logs } = running;
  const { opKey, to, maxTransfers, giveaway } = item;
  if (storage.get(keys.used(provider, opKey)) !== undefined) {
    logs.push(encodeHubLog(addresses, 'OperationReplayed', [provider, opKey]));
    return { refusal: '0x', passportId: 0 };
  }
  const hasEntries = giveaway !== ZeroHash;
  const refusal = hasEntries ? refuseEntries(running, provider, item) : undefined;
  if (refusal !== undefined) return { refusal, passportId: 0 };
  if (to === ZeroAddress)
    return { refusal: encodePassportError('ERC721InvalidReceiver', [ZeroAddress]), passportId: 0 };
  const passportId = Number(storage.get(keys.minted) ?? 0) + 1;
  storage.set(keys.minted, passportId);
  storage.set(keys.owner(passportId), to);
  storage.set(keys.used(provider, opKey), true);
  logs.push(
    encodePassportLog(addresses, 'Transfer', [ZeroAddress, to, passportId]),
    encodePassportLog(addresses, 'PassportMinted', [passportId, to, maxTransfers]),
    encodePassportLog(addresses, maxTransfers === 0 ? 'Locked' : 'Unlocked', [passportId]),
    encodeHubLog(addresses, 'Provisioned', [provider, opKey, passportId, ZeroAddress, to, true, from]),
  );
  if (hasEntries) move(running, { ...item, passportId, owner: to, removed: false });
  return { refusal: '0x', passportId };
}

function refuseEntries(
  running: Running,
  provider: string,
  { giveaway, amount }: DecodedProvision,
): string | undefined {
  const kept = running.storage.get(keys.giveaway(giveaway)) as ModelGiveaway | undefined;
  if (kept === undefined) return encodeError('GiveawayUnknown', [giveaway]);
  if (kept.provider !== provider) return encodeError('SignerUnknown', [kept.provider, running.from]);
  return refuseChange(running, giveaway, kept, 0, amount);
}
