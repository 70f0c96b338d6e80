import { MAX_TRANSACTION_GAS } from '../chain/transaction-gas.ts';
import { DomainError } from '../errors.ts';
import type { TransferPermit } from './permits.ts';

/** An EIP-1559 transaction without value; fees in wei. */
export interface TransactionToSign {
  readonly chainId: bigint;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * The functions of the hub that signers may call; calls of all other functions are refused. keyOf changes nothing: a call
 * of it only uses up a nonce.
 */
export const SIGNED_HUB_FUNCTIONS = [
  'changeEntries',
  'changeEntriesBatch',
  'confirmPlaceReceiptByProvider',
  'confirmReceiptByProvider',
  'createGiveaway',
  'createGiveawayWithPlaces',
  'declareWinner',
  'drawPlaces',
  'drawWinner',
  'keyOf',
  'provision',
  'provisionBatch',
  'recordPlaceDelivery',
  'recordPrizeDelivery',
  'setPlaceImage',
  'setPlaceMetadata',
  'setProviderSigner',
  'setRoundImage',
  'setRoundMetadata',
  'voidRound',
] as const;

/** What keys in custody may sign: calls of our contracts on our chain with a bounded fee, and transfer permits for our hubs. */
export interface SigningPolicy {
  readonly chainId: bigint;
  /**
   * The passport contract, in whose domain transfer permits are signed, by the hub (lower case) that is their spender. No
   * other spender is allowed.
   */
  readonly passports: ReadonlyMap<string, string>;
  /** The function selectors that may be called (0x and 8 digits, lower case), by the contract's address in lower case. */
  readonly calls: ReadonlyMap<string, ReadonlySet<string>>;
  /** Wei. */
  readonly maxFeePerGas: bigint;
}

/** Throws UNAUTHORIZED (POLICY), and names the rule, for a transaction that the policy does not allow. */
export function requireAllowedTransaction(policy: SigningPolicy, transaction: TransactionToSign): void {
  const { chainId, nonce, to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const selectors = policy.calls.get(to.toLowerCase());
  if (chainId !== policy.chainId) refuse(`chain ${chainId} is not ours, which is ${policy.chainId}`);
  if (selectors === undefined) refuse(`${to} is not one of our contracts`);
  if (!isHexBytes(data)) refuse('the call is not hexadecimal bytes');
  if (!selectors.has(data.slice(0, 10).toLowerCase()))
    refuse(`the function ${data.slice(0, 10)} of ${to} is not one that signers call`);
  if (!Number.isSafeInteger(nonce) || nonce < 0) refuse('the nonce is not a whole number from 0');
  if (gasLimit <= 0n || gasLimit > MAX_TRANSACTION_GAS)
    refuse(`the gas limit ${gasLimit} is not from 1 to ${MAX_TRANSACTION_GAS}`);
  if (maxFeePerGas < 0n || maxFeePerGas > policy.maxFeePerGas)
    refuse(`the fee of ${maxFeePerGas} wei a gas is above the cap of ${policy.maxFeePerGas}`);
  if (maxPriorityFeePerGas < 0n || maxPriorityFeePerGas > maxFeePerGas)
    refuse('the priority fee is not from 0 to the whole fee');
}

/** Throws UNAUTHORIZED (POLICY) unless only one of our hubs can use the permit and the wallet signs for itself. */
export function requireAllowedPermit(policy: SigningPolicy, wallet: string, permit: TransferPermit): void {
  if (!isSame(permit.from, wallet)) refuse(`${permit.from} is not the wallet that signs`);
  if (!policy.passports.has(permit.spender.toLowerCase())) refuse(`${permit.spender} is not our hub`);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isHexBytes(text: string): boolean {
  return text.length % 2 === 0 && /^0x[\da-f]*$/i.test(text);
}

function refuse(violation: string): never {
  throw new DomainError('UNAUTHORIZED', `The signing policy refuses: ${violation}.`, { reason: 'POLICY' });
}
