import { id as keccak256, Interface } from 'ethers';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type { Operation } from '../../../src/core/operations/operation.ts';
import type { TestChain } from './anvil.ts';

/** A signature as it was given: with the nonce, and what it was for without its fees. */
export interface Signature {
  readonly address: string;
  readonly nonce: number;
  readonly payload: string;
}

/** What clients did and were told, to be held against the chain. */
export interface History {
  /** Issues and removals that were accepted: a promise was given. */
  readonly accepted: readonly string[];
  /** Those of which nobody knows whether they were. */
  readonly unanswered?: readonly string[];
  /** Every answer that was given, in order. */
  readonly told: readonly Pick<Operation, 'id' | 'status' | 'transactionHash'>[];
  readonly signed?: readonly Signature[];
}

interface Log {
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
}

const CHANGED = new Interface(giveawaysArtifact.abi).getEvent('EntriesChanged')?.topicHash ?? '';

/**
 * Compares a finished history with the chain. Answers what is wrong: an accepted operation without its answer, an effect
 * that is missing, happened twice or was denied, a nonce that was used for two things or never.
 */
export async function findViolations(
  chain: Pick<TestChain, 'rpc' | 'hub'>,
  history: History,
): Promise<string[]> {
  const violations: string[] = [];
  const effects = await findEffects(chain);
  const told = new Map<string, Set<boolean>>();
  for (const { id, status, transactionHash } of history.told) {
    if (status !== 'CONFIRMED' && status !== 'FINALIZED' && status !== 'FAILED') continue;
    const isSuccess = status !== 'FAILED';
    told.set(id, (told.get(id) ?? new Set()).add(isSuccess));
    const hashes = effects.get(keccak256(id)) ?? [];
    if (isSuccess && hashes.length === 0) violations.push(`${id} was told ${status} and did not happen`);
    if (!isSuccess && hashes.length > 0) violations.push(`${id} was told ${status} and happened`);
    if (isSuccess && transactionHash && hashes.length > 0 && !hashes.includes(transactionHash))
      violations.push(`${id} was told another transaction than its own`);
  }
  for (const id of history.accepted)
    if (!told.has(id)) violations.push(`${id} was accepted and never answered`);
  for (const [id, answers] of told) if (answers.size > 1) violations.push(`${id} was told both ways`);
  const known = new Map(
    [...history.accepted, ...(history.unanswered ?? [])].map((id) => [keccak256(id), id]),
  );
  for (const [key, hashes] of effects) {
    if (hashes.length > 1) violations.push(`${known.get(key) ?? key} happened ${hashes.length} times`);
    if (!known.has(key)) violations.push(`${key} happened and nobody asked for it`);
  }
  return [...violations, ...(await findNonceViolations(chain, history.signed ?? []))];
}

async function findEffects({ rpc, hub }: Pick<TestChain, 'rpc' | 'hub'>): Promise<Map<string, string[]>> {
  const logs = (await rpc.call('eth_getLogs', [
    { address: hub, fromBlock: '0x0', toBlock: 'latest', topics: [CHANGED] },
  ])) as readonly Log[];
  const effects = new Map<string, string[]>();
  for (const { data, transactionHash } of logs) {
    const key = data.slice(0, 66);
    effects.set(key, [...(effects.get(key) ?? []), transactionHash]);
  }
  return effects;
}

async function findNonceViolations(
  { rpc }: Pick<TestChain, 'rpc'>,
  signed: readonly Signature[],
): Promise<string[]> {
  const violations: string[] = [];
  const payloads = new Map<string, Map<number, string>>();
  for (const { address, nonce, payload } of signed) {
    const own = payloads.get(address) ?? new Map<number, string>();
    payloads.set(address, own);
    if (own.has(nonce) && own.get(nonce) !== payload)
      violations.push(`nonce ${nonce} of ${address} was signed for two things`);
    own.set(nonce, payload);
  }
  for (const [address, own] of payloads) {
    const next = Number(await rpc.call('eth_getTransactionCount', [address, 'latest']));
    for (let nonce = 0; nonce < next; nonce += 1)
      if (!own.has(nonce)) violations.push(`nonce ${nonce} of ${address} was never signed`);
    const late = [...own.keys()].filter((nonce) => nonce >= next);
    if (late.length > 0) violations.push(`nonces ${late.join(', ')} of ${address} never reached a block`);
  }
  return violations;
}
