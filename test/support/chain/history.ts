import { id as keyWithoutStore, Interface } from 'ethers';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type { Operation } from '../../../src/core/operations/operation.ts';
import type { TestChain } from './anvil.ts';

/** A signature: its nonce and what was signed, without the fees. */
export interface Signature {
  readonly address: string;
  readonly nonce: number;
  readonly payload: string;
}

/** What clients requested and were answered, to be compared with the chain. */
export interface History {
  /** Issues and removals that were accepted, so they must be answered. */
  readonly accepted: readonly string[];
  /** Requests that got no response: they may have been accepted. */
  readonly unanswered?: readonly string[];
  /** Every response, in order. */
  readonly responses: readonly Pick<Operation, 'id' | 'status' | 'transactionHash'>[];
  readonly signed?: readonly Signature[];
  /** The operations' keys in the hub, by their ids. An operation that was sent without a store has the hash of its id. */
  readonly keys?: ReadonlyMap<string, string>;
}

/** The keys of all stored operations in the hub, by the operations' ids. */
export async function readOperationKeys(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query({ name: '', text: 'select id, op_key from operation' }, []);
  return new Map(rows.map(([id, key]) => [String(id), String(key)]));
}

/** The violations in a history whose operations have their keys in this database. */
export async function findStoredViolations(
  chain: Pick<TestChain, 'rpc' | 'hub'>,
  { sql }: { readonly sql: Sql },
  history: Omit<History, 'keys'>,
): Promise<string[]> {
  return findViolations(chain, { ...history, keys: await readOperationKeys(sql) });
}

interface Log {
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
}

const CHANGED = new Interface(giveawaysArtifact.abi).getEvent('EntriesChanged')?.topicHash ?? '';

/**
 * Compares a finished history with the chain and returns the violations: an accepted operation without a response; an
 * effect that is missing, happened twice or was reported as failed; a nonce used for two transactions or for none.
 */
export async function findViolations(
  chain: Pick<TestChain, 'rpc' | 'hub'>,
  history: History,
): Promise<string[]> {
  const violations: string[] = [];
  const keyOf = (id: string) => history.keys?.get(id) ?? keyWithoutStore(id);
  const effects = await findEffects(chain);
  const outcomes = new Map<string, Set<boolean>>();
  for (const { id, status, transactionHash } of history.responses) {
    if (status !== 'CONFIRMED' && status !== 'FINALIZED' && status !== 'FAILED') continue;
    const isSuccess = status !== 'FAILED';
    outcomes.set(id, (outcomes.get(id) ?? new Set()).add(isSuccess));
    const hashes = effects.get(keyOf(id)) ?? [];
    if (isSuccess && hashes.length === 0) violations.push(`${id} was answered ${status} and did not happen`);
    if (!isSuccess && hashes.length > 0) violations.push(`${id} was answered ${status} and happened`);
    if (isSuccess && transactionHash && hashes.length > 0 && !hashes.includes(transactionHash))
      violations.push(`${id} was answered with the transaction of another operation`);
  }
  for (const id of history.accepted)
    if (!outcomes.has(id)) violations.push(`${id} was accepted and never answered`);
  for (const [id, responses] of outcomes)
    if (responses.size > 1) violations.push(`${id} was answered as success and as failure`);
  const known = new Map([...history.accepted, ...(history.unanswered ?? [])].map((id) => [keyOf(id), id]));
  for (const [key, hashes] of effects) {
    if (hashes.length > 1) violations.push(`${known.get(key) ?? key} happened ${hashes.length} times`);
    if (!known.has(key)) violations.push(`${key} happened without a request`);
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
    const signedNonces = payloads.get(address) ?? new Map<number, string>();
    payloads.set(address, signedNonces);
    if (signedNonces.has(nonce) && signedNonces.get(nonce) !== payload)
      violations.push(`nonce ${nonce} of ${address} was signed for two transactions`);
    signedNonces.set(nonce, payload);
  }
  for (const [address, signedNonces] of payloads) {
    const next = Number(await rpc.call('eth_getTransactionCount', [address, 'latest']));
    for (let nonce = 0; nonce < next; nonce += 1)
      if (!signedNonces.has(nonce)) violations.push(`nonce ${nonce} of ${address} was never signed`);
    const unconfirmed = [...signedNonces.keys()].filter((nonce) => nonce >= next);
    if (unconfirmed.length > 0)
      violations.push(`nonces ${unconfirmed.join(', ')} of ${address} never reached a block`);
  }
  return violations;
}
