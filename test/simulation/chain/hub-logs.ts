import { AbiCoder, Interface } from 'ethers';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../../src/adapters/chain/hub/artifacts/passport.ts';
import { toHexWord, toWord } from '../../../src/adapters/chain/hub/words.ts';

/** An event as a receipt has it; all hex is lower-case. */
export interface ModelLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const hub = new Interface(giveawaysArtifact.abi);
const passport = new Interface(passportArtifact.abi);
const CHANGED = hub.getEvent('EntriesChanged')?.topicHash ?? '';

/** The contracts whose events and errors are encoded; lower-case addresses. */
export interface Addresses {
  readonly hub: string;
  readonly passport: string;
}

export interface EntriesChanged {
  readonly giveaway: string;
  readonly passportId: number;
  readonly opKey: string;
  readonly removed: boolean;
  readonly amount: number;
  readonly entries: number;
  readonly roundTotal: number;
  readonly leaf: number;
  readonly reasonCode: number;
  readonly evidence: string;
  readonly owner: string;
  readonly signer: string;
}

/** The event of a change in round 0, word by word: it is the most frequent one. */
export function encodeChanged({ hub: address }: Addresses, change: EntriesChanged): ModelLog {
  const numbers = [0, change.removed ? 1 : 0, change.amount, change.entries, change.roundTotal, change.leaf];
  const words = [
    toHexWord(change.opKey),
    ...[...numbers, change.reasonCode].map(toWord),
    ...[change.evidence, change.owner, change.signer].map(toHexWord),
  ];
  const topics = [CHANGED, change.giveaway, `0x${toWord(0)}`, `0x${toWord(change.passportId)}`];
  return { address, topics, data: `0x${words.join('')}` };
}

export function encodeHubLog(
  { hub: address }: Addresses,
  name: string,
  values: readonly unknown[],
): ModelLog {
  return { address, ...encode(hub, name, values) };
}

export function encodePassportLog(
  { passport: address }: Addresses,
  name: string,
  values: readonly unknown[],
): ModelLog {
  return { address, ...encode(passport, name, values) };
}

function encode(contract: Interface, name: string, values: readonly unknown[]): Omit<ModelLog, 'address'> {
  const fragment = contract.getEvent(name);
  if (fragment === null) throw new Error(`There is no event ${name}.`);
  const { topics, data } = contract.encodeEventLog(fragment, values);
  return { topics: topics.map(String), data };
}

/** The revert data of one of the hub's errors. */
export function encodeError(name: string, values: readonly unknown[]): string {
  return hub.encodeErrorResult(name, values);
}

/** The same of the passports. */
export function encodePassportError(name: string, values: readonly unknown[]): string {
  return passport.encodeErrorResult(name, values);
}

const successes = new Map<number, string>();

/** The results of a batch: 0x for each success, the encoded error of others. */
export function encodeResults(results: readonly string[]): string {
  if (results.some((result) => result !== '0x')) return encodeBytesList(results);
  let encoded = successes.get(results.length);
  if (encoded === undefined) successes.set(results.length, (encoded = encodeBytesList(results)));
  return encoded;
}

const encodeBytesList = (list: readonly string[]) => AbiCoder.defaultAbiCoder().encode(['bytes[]'], [list]);
